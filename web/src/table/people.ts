/** Names and colours of those at a table. */
import type { Chair } from '../wire/wire.gen'
import { speech, t } from '../words/i18n.svelte'
import type { SeatInfo } from './board'

const BOTS = ['Anouk', 'Bruno', 'Carla', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo']
/** Dark enough for cream letters upon them, and far apart from each other. */
const COLOURS = ['#2f6f73', '#8a5a2b', '#47548f', '#7a456e', '#4f6b2c', '#a04437', '#5b5563', '#80622a']

export const seatColour = (seat: number): string => COLOURS[seat % COLOURS.length] ?? '#5b5563'

/** What a bot is called, beside people who may have the same name. */
export function botName(seat: number, taken: readonly string[] = [], own = ''): string {
  const name = own || (BOTS[seat % BOTS.length] ?? `Bot ${seat + 1}`)
  return taken.includes(name) ? `${name} 2` : name
}

/** What the seats are called; a free one has no name. */
export function seatNames(chairs: readonly Chair[]): string[] {
  const people = chairs.map((chair) => chair.name ?? '')
  return chairs.map((chair, seat) => people[seat] || (chair.level ? botName(seat, people, chair.bot) : ''))
}

/** A name, and that it is you who look. */
export const labelled = (name: string, you: boolean): string => (you ? t('seat.you', { name }) : name)

/** Why somebody does not play themselves, or nothing. */
export function absence(seat: SeatInfo): string {
  if (seat.standIn) return t('seat.stand_in')
  return seat.here ? '' : t('seat.away')
}

/** What there is to say of somebody besides the name: that they are away, or how well a bot plays. */
export function presence(seat: SeatInfo): string {
  return absence(seat) || (seat.level ? speech.find(`level.${seat.level}`, 'seat.bot') : '')
}
