/** How a table is set up: what its host chooses, and how that is told. */
import type { Clock, GameInfo, Option, Table, TableSetup, Watch } from '../wire/wire.gen'
import { duration } from '../words/durations'
import type { GameWords } from '../words/game.svelte'
import { speech, t } from '../words/i18n.svelte'

export type Setup = Required<Omit<TableSetup, 'clock' | 'grace'>> & { clock: Required<Clock>; grace: number }
export type ClockKind = Required<Clock>['kind']

/** For the table to say, not for the game: see `watch`. */
const SPECTATOR_VIEW = 'spectator_view'
const USUAL_GRACE = 60

/** A clock of each kind to begin with. */
export const CLOCKS: Readonly<Record<ClockKind, Required<Clock>>> = {
  none: { kind: 'none', seconds: 0, increment: 0 },
  decision: { kind: 'decision', seconds: 60, increment: 0 },
  bank: { kind: 'bank', seconds: 600, increment: 5 },
  days: { kind: 'days', seconds: 259_200, increment: 0 },
}

export function usualSetup(seats: number, options: Record<string, string> = {}): Setup {
  const { [SPECTATOR_VIEW]: view, ...rest } = options
  const watch = view === 'all_hands' ? view : 'closed'
  return { seats, options: rest, public: false, clock: CLOCKS.none, watch, chat: false, stand_in: 'casual', grace: USUAL_GRACE }
}

export function setupOf(table: Table): Setup {
  const { seats, options, watch, chat, stand_in, grace } = table
  const clock = { ...CLOCKS[table.clock.kind ?? 'none'], ...table.clock }
  return { seats, options, public: table.public, clock, watch: watch as Watch, chat, stand_in, grace }
}

/** Another kind of clock; nobody is missed where a decision may take days. */
export function withClock(setup: Setup, kind: ClockKind): Setup {
  const usual = (of: ClockKind) => (of === 'days' ? 0 : USUAL_GRACE)
  const grace = setup.grace === usual(setup.clock.kind) ? usual(kind) : setup.grace
  return { ...setup, clock: CLOCKS[kind], grace }
}

/** Choose a value of an option; that of the rule book is not written down. */
export function withOption(setup: Setup, option: Option, value: string): Setup {
  const { [option.name]: _, ...others } = setup.options
  return { ...setup, options: value && value !== option.values[0] ? { ...others, [option.name]: value } : others }
}

/** The options that people choose among. */
export const optionsOf = (game: GameInfo): Option[] =>
  game.options.filter(({ name, digits }) => name !== SPECTATOR_VIEW && digits < 20)

export const valueText = (words: GameWords | null, name: string, value: string): string =>
  words?.optionValue(name, value) ?? value

export function clockName({ kind = 'none', seconds = 0, increment = 0 }: Clock): string {
  if (kind === 'none') return t('clock.none')
  if (kind !== 'bank') return t('clock.each', { time: duration(seconds) })
  return increment ? t('clock.bank_more', { time: duration(seconds), more: duration(increment) }) : t('clock.bank_only', { time: duration(seconds) })
}

export interface Row {
  key: string
  name: string
  value: string
}

/** Everything that is chosen, in words; of the options those that differ from the rule book. */
export function rowsOf(setup: Setup, words: GameWords | null): Row[] {
  const options = Object.entries(setup.options).filter(([name]) => name !== SPECTATOR_VIEW)
  return [
    { key: 'seats', name: t('play.seats'), value: String(setup.seats) },
    ...options.map(([name, value]) => ({ key: `option.${name}`, name: words?.find('options', name, 'name') ?? name, value: valueText(words, name, value) })),
    ...(options.length ? [] : [{ key: 'options', name: t('play.options'), value: t('setup.by_the_book') }]),
    { key: 'clock', name: t('room.clock'), value: clockName(setup.clock) },
    { key: 'public', name: t('room.visible'), value: setup.public ? t('room.public') : t('room.private') },
    { key: 'chat', name: t('setup.chat'), value: setup.chat ? t('yes') : t('setup.phrases') },
    { key: 'watch', name: t('setup.watch'), value: speech.find(`setup.watch_${setup.watch}`, 'setup.watch_closed') },
    { key: 'grace', name: t('setup.grace'), value: setup.grace ? duration(setup.grace) : t('setup.never') },
    { key: 'stand_in', name: t('setup.stand_in'), value: speech.find(`level.${setup.stand_in}`, 'seat.bot') },
  ]
}

/** Which rows say something else than before. */
export function changedRows(before: readonly Row[], now: readonly Row[]): Row[] {
  return now.filter(({ key, value }) => before.find((row) => row.key === key)?.value !== value)
}
