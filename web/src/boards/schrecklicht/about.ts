/** What the site knows about this game before its board is loaded. */
import type { About } from '../about'

const about: About = {
  order: 5,
  title: 'SCHRECKLICHT',
  minutes: 30,
  ink: '#fffaf0',
  night: true,
  line: {
    en: 'Lay, cover, haunt your neighbours.',
    fr: 'Pose, couvre, hante tes voisins.',
    de: 'Leg aus, deck zu, spuk bei den anderen.',
  },
  pack: { letters: 'GVB', low: 0, high: 11 },
}

export default about
