/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 7,
  title: 'WAS STICHT?',
  minutes: 45,
  ink: '#fffaf0',
  night: true,
  line: {
    en: 'Pick your hand, guess the trump.',
    fr: 'Choisis ta main, devine l’atout.',
    de: 'Wähle dein Blatt, errate den Trumpf.',
  },
  pack: { letters: 'RBGY', low: 1, high: 9 },
}

export default about
