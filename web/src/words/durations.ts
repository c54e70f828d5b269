/** Lengths of time in words, and what is left on a clock. */
import { speech } from './i18n.svelte'

export const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const
export type Unit = keyof typeof UNITS
const LARGEST_FIRST = ['day', 'hour', 'minute', 'second'] as const

const inUnit = (n: number, unit: Unit, unitDisplay: 'long' | 'narrow') =>
  new Intl.NumberFormat(speech.lang, { style: 'unit', unit, unitDisplay }).format(n)

/** What a unit is called beside a number that is chosen. */
export function unitName(unit: Unit, n: number): string {
  const parts = new Intl.NumberFormat(speech.lang, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(n)
  return parts.filter(({ type }) => type === 'unit').map(({ value }) => value).join('')
}

/** The largest unit of which a time is a whole number. */
export const unitOf = (seconds: number, units: readonly Unit[]): Unit =>
  LARGEST_FIRST.find((unit) => units.includes(unit) && seconds > 0 && seconds % UNITS[unit] === 0) ?? units[0] ?? 'second'

/** "1 hour, 30 minutes": every unit that is needed. */
export function duration(seconds: number): string {
  let rest = seconds
  const parts = LARGEST_FIRST.flatMap((unit) => {
    const n = Math.floor(rest / UNITS[unit])
    rest -= n * UNITS[unit]
    return n > 0 ? [inUnit(n, unit, 'long')] : []
  })
  return new Intl.ListFormat(speech.lang, { type: 'unit' }).format(parts.length ? parts : [inUnit(0, 'second', 'long')])
}

/** What a clock shows: "2d 23h", "3h 05m", "4:59". The unit that runs down is rounded up: three days begin as three days. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000)
  const hours = Math.ceil(seconds / UNITS.hour)
  if (hours >= 24) return shortly([Math.floor(hours / 24), 'day'], [hours % 24, 'hour'])
  const minutes = Math.ceil(seconds / UNITS.minute)
  if (minutes >= 60) return shortly([Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute'])
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function shortly(large: readonly [number, Unit], small: readonly [number, Unit]): string {
  return [large, small].flatMap(([n, unit]) => (n > 0 ? [inUnit(n, unit, 'narrow')] : [])).join(' ')
}
