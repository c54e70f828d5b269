/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 2,
  title: 'NJET!',
  minutes: 30,
  ink: '#23212b',
  night: false,
  line: {
    en: 'Forbid the rules you fear. Play what is left.',
    fr: 'Interdis les règles qui te font peur. Joue le reste.',
    de: 'Verbiete, was du fürchtest. Spiel, was bleibt.',
  },
  pack: { letters: 'RKBY', low: 0, high: 9 },
}

export default about
