/** A hint in words, and where on the table its choice is. */
import type { Hinted, Opinion } from '../wire/wire.gen'
import type { GameWords } from '../words/game.svelte'
import { t } from '../words/i18n.svelte'
import type { BoardTable } from './board'

const WORSE = ['less', 'worse', 'far'] as const
/** As good as the best, and named beside it. */
const MOST_EQUAL = 2

const whole = (points: number): string => String(Math.round(points)).replace('-', '−')

function opinionText(words: GameWords, names: readonly string[], opinion: Opinion): string {
  return words.sentence('actions', opinion.name, names) ?? opinion.action
}

function counted(key: 'hint.points' | 'hint.cost', points: number, sign: string, more: { action: string } | object = {}): string {
  return t(Math.abs(Math.round(points)) === 1 ? `${key}_one` : key, { ...more, points: sign + whole(points) })
}

/** What to choose, what to expect of it, and the alternatives by how much worse they are; equal ones are a close call. */
export function hintLines({ opinions }: Hinted, words: GameWords, names: readonly string[]): string[] {
  const [best] = opinions
  if (!best) return [t('hint.nothing')]
  const equal = opinions.filter(({ how }) => how === 'equal').slice(0, MOST_EQUAL)
  const named = [best, ...equal].map((one) => opinionText(words, names, one))
  const action = named.slice(0, -1).join(', ')
  const told = [
    equal.length ? t('hint.close', { action, other: named.at(-1) ?? '' }) : t('hint.choice', { action: named[0] ?? '' }),
    counted('hint.points', best.points, Math.round(best.points) > 0 ? '+' : ''),
  ]
  for (const how of WORSE) {
    const actions = opinions
      .filter((one) => one.how === how)
      .map((one) => {
        const action = opinionText(words, names, one)
        return Math.round(one.loss) === 0 ? action : counted('hint.cost', one.loss, '', { action })
      })
    if (actions.length) told.push(t(`hint.${how}`, { actions: actions.join(', ') }))
  }
  return told
}

/** Why, in terms of what lies on the table. */
export function reasons({ why = [] }: Hinted, words: GameWords, names: readonly string[]): string {
  return why.map((phrase) => words.sentence('reasons', phrase, names)).filter(Boolean).join(' ')
}

/** The cards and buttons of a board that an action is about. */
export function findChoice(root: ParentNode, table: BoardTable, action: string): Element[] {
  const quoted = CSS.escape(action)
  const buttons = [...root.querySelectorAll(`[data-action="${quoted}"], [data-about~="${quoted}"]`)]
  if (buttons.length) return buttons
  for (const zone of table.zones()) {
    const cards = table.zone(zone.name, zone.seat ?? -1)
    const at = cards.find(({ card }) => (card.action ?? card.barred) === action)
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
