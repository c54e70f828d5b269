/** What the house knows about this game before anything of it is drawn. */
import type { About } from '../about'

const about: About = {
  order: 8,
  title: 'PICO',
  minutes: 5,
  ink: '#fffaf0',
  night: false,
  line: { en: 'Three cards, three tricks.', fr: 'Trois cartes, trois plis.', de: 'Drei Karten, drei Stiche.' },
  pack: { letters: 'RB', low: 1, high: 6 },
}

export default about
