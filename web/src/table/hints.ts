/** A hint in words, and where on the table its choice is. */
import type { Hinted, Opinion } from '../wire/wire.gen'
import type { GameWords } from '../words/game.svelte'
import { speech, t } from '../words/i18n.svelte'
import type { BoardTable } from './board'

const WORSE = ['equal', 'less', 'worse', 'far'] as const

/** A number with one digit after the comma, or two if it is small. */
export function formatFigure(value: number, lang: string, sign = false): string {
  const digits = Math.abs(value) < 2 ? 2 : 1
  const format = new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: sign ? 'always' : 'auto',
  })
  return format.format(value).replace('-', '−')
}

function opinionText(words: GameWords, names: readonly string[], opinion: Opinion): string {
  return words.sentence('actions', opinion.name, names) ?? opinion.action
}

/** What to choose, what to expect of it, and the alternatives by how much worse they are. */
export function hintLines({ opinions }: Hinted, words: GameWords, names: readonly string[]): string[] {
  const [best] = opinions
  if (!best) return [t('hint.nothing')]
  const told = [
    t('hint.choice', { action: opinionText(words, names, best) }),
    t('hint.points', { points: formatFigure(best.points, speech.lang, true) }),
  ]
  for (const how of WORSE) {
    const actions = opinions
      .filter((one) => one.how === how)
      .map((one) => {
        const action = opinionText(words, names, one)
        return how === 'equal' ? action : t('hint.cost', { action, points: formatFigure(one.loss, speech.lang) })
      })
    if (actions.length) told.push(t(`hint.${how}`, { actions: actions.join(', ') }))
  }
  return told
}

/** The cards and buttons of a board that an action is about. */
export function findChoice(root: ParentNode, table: BoardTable, action: string): Element[] {
  const quoted = CSS.escape(action)
  const buttons = [...root.querySelectorAll(`[data-action="${quoted}"], [data-about~="${quoted}"]`)]
  if (buttons.length) return buttons
  for (const zone of table.zones()) {
    const cards = table.zone(zone.name, zone.seat ?? -1)
    const at = cards.find(({ card }) => card.action === action)
    if (!at) continue
    const alike = cards.filter(({ card }) => card.text === at.card.text)
    const drawn = [...root.querySelectorAll(`[data-card="${CSS.escape(at.card.text)}"]`)]
    const shown = drawn.length === alike.length ? drawn[alike.indexOf(at)] : drawn.find((one) => one.ariaDisabled === 'false')
    return shown ? [shown] : []
  }
  const wanted = table.choices.find((choice) => choice.action === action)?.cards ?? []
  const found = new Set<Element>()
  for (const text of wanted) {
    const drawn = [...root.querySelectorAll(`[data-card="${CSS.escape(text)}"]`)].filter((one) => !found.has(one))
    const one = drawn.find((each) => each.closest('.hand')) ?? drawn[0]
    if (one) found.add(one)
  }
  return [...found]
}
