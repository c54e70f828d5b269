/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 4,
  title: 'LOOP',
  minutes: 45,
  ink: '#fffaf0',
  night: false,
  line: {
    en: 'Every hand goes round. Yours comes back.',
    fr: 'Chaque main tourne. La tienne revient.',
    de: 'Jede Hand macht die Runde. Deine kommt wieder.',
  },
  pack: { letters: '', low: 1, high: 13 },
}

export default about
