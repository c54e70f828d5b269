/** A decision in words. */
import type { Decision, Explanation, KeyCard } from '../wire/wire.gen'
import { capital, speech, t } from '../words/i18n.svelte'
import type { ReviewModel } from './model.svelte'
import { costOf } from './review'

const say = (model: ReviewModel, phrases: Explanation['better']): string =>
  phrases.map(([key, values]) => model.words?.sentence('reasons', { key, values }, model.names) ?? '').filter(Boolean).join(' ')

/** Points as they are written in this game. */
export function points(model: ReviewModel, number: number, sign: 'auto' | 'exceptZero' = 'auto'): string {
  const written = new Intl.NumberFormat(speech.lang, { maximumFractionDigits: model.digits, signDisplay: sign === 'auto' ? 'negative' : sign })
  return written.format(number).replace('-', '−')
}

/** "Deal 2, trick 7", or the phase where there is no trick. */
export function titleOf(model: ReviewModel, decision: Decision): string {
  const trick = model.position?.trick(decision) ?? 0
  const where = trick ? t('review.trick', { trick }) : (model.words?.find('phases', decision.phase) ?? '')
  return [model.words?.deal(decision.deal), where.charAt(0).toLocaleLowerCase() === where.charAt(0) || trick ? where : lower(where)].filter(Boolean).join(', ')
}
const lower = (text: string): string => (document.documentElement.lang === 'de' ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1))

/** Why something else was better, in the words of the game's hints. */
export const reasonFor = (model: ReviewModel, { why }: Decision): string => (why ? say(model, why.better) : '')

/** What speaks about the choice itself and not about the better one. */
export function reasonAgainst(model: ReviewModel, { why }: Decision): string {
  if (!why) return ''
  const known = new Set(why.better.map((phrase) => JSON.stringify(phrase)))
  return say(model, why.chosen.filter((phrase) => !known.has(JSON.stringify(phrase))))
}

const percent = (share: number): number => Math.round(100 * share)

/** How often the choice cost points, and how often it brought some. */
export function riskOf(model: ReviewModel, { why }: Decision): string[] {
  if (!why) return []
  return [
    t('review.risk', { share: percent(why.worse_share), points: points(model, why.worse_points) }),
    percent(why.better_share) ? t('review.gain', { share: percent(why.better_share), points: points(model, why.better_points) }) : '',
  ].filter(Boolean)
}

/** One sentence for the list. */
export function summaryOf(model: ReviewModel, decision: Decision): string {
  if (decision.mark === 'toss-up') return t('review.toss_up')
  if (decision.mark === 'best') return t('review.best')
  return reasonFor(model, decision) || riskOf(model, decision)[0] || (costOf(decision) ? '' : t('review.good'))
}

/** A place where cards lie, by its name and whose it is. */
export function placeName(model: ReviewModel, zone: string, seat: number): string {
  const name = model.names[seat]
  if (!zone) return name ?? t('review.elsewhere')
  const called = capital(model.words?.name(zone) ?? zone)
  return name ? (zone === 'hand' ? name : `${called}, ${name}`) : called
}

export function keyCard(model: ReviewModel, { card, zone, seat, swing }: KeyCard): string {
  return t(swing > 0 ? 'review.card_for' : 'review.card_against', { card: model.words?.card(card) ?? card, place: placeName(model, zone, seat) })
}

/** What there is to say about something that somebody tries now. */
export function verdictOn(model: ReviewModel, decision: Decision, action: string): string {
  const said = (wanted: string) => model.position?.say(decision, wanted) || wanted
  if (action === decision.best) return t(decision.best === decision.chosen ? 'review.tried_same' : 'review.tried_best')
  const gains = new Map(decision.alternatives.map(({ action: one, gain }) => [one, gain]))
  const less = action === decision.chosen ? costOf(decision) : (gains.get(decision.best) ?? 0) - (gains.get(action) ?? Number.NaN)
  const [one, best] = [said(action), said(decision.best)]
  if (!Number.isFinite(less)) return t('review.tried_unknown', { best })
  if (Number(less.toFixed(model.digits)) <= 0) return t('review.tried_equal', { action: one, best })
  return t('review.tried_worse', { action: one, best, points: points(model, less) })
}
