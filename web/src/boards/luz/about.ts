/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 1,
  title: 'LUZ',
  minutes: 30,
  ink: '#fffaf0',
  night: true,
  line: {
    en: 'Everyone knows your cards. You do not.',
    fr: 'Tous connaissent tes cartes. Pas toi.',
    de: 'Alle kennen deine Karten. Du nicht.',
  },
  pack: { letters: 'RYGBP', low: 1, high: 12, backs: ['R?', 'Y?', 'G?', 'B?', 'P?', '+'] },
}

export default about
