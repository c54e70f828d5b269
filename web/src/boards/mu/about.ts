/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 3,
  title: 'MÜ',
  minutes: 60,
  ink: '#3a1d0a',
  night: false,
  line: {
    en: 'Bid with cards, climb with a partner.',
    fr: 'Enchéris avec tes cartes, grimpe à deux.',
    de: 'Biete mit Karten, steig zu zweit auf.',
  },
  pack: { letters: 'RBGYK', low: 0, high: 9 },
}

export default about
