/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 4,
  title: 'LOOP',
  minutes: 45,
  ink: '#fffaf0',
  night: false,
  line: {
    en: 'Every hand goes round: everyone plays it once.',
    fr: 'Chaque main fait le tour : chacun la joue une fois.',
    de: 'Jedes Blatt macht die Runde: Alle spielen es einmal.',
  },
  pack: { letters: '', low: 1, high: 13 },
}

export default about
