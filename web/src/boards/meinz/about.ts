/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 6,
  title: 'MEINZ',
  minutes: 30,
  ink: '#23212b',
  night: false,
  line: {
    en: 'Cry first and the trick is yours.',
    fr: 'Crie avant les autres, et le pli est à toi.',
    de: 'Ruf zuerst, und der Stich gehört dir.',
  },
  pack: { letters: 'RBGY', low: 1, high: 9 },
}

export default about
