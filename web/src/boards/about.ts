/** What each game's own folder says about it; a game without a folder here gets plain cards and a plain poster. */

import type { Lang } from '../words/i18n.svelte'

export interface Pack {
  /** The letters of its suits, or none. */
  letters: string
  low: number
  high: number
  /** Backs that differ, if there are any. */
  backs?: readonly string[]
}

export interface About {
  /** Its place in the list of games. */
  order: number
  /** As it is drawn. */
  title: string
  minutes: number
  /** The colour of the title upon the poster. */
  ink: string
  /** It was drawn as a night. */
  night: boolean
  /** What stands on its poster, by language. */
  line: Readonly<Record<Lang, string>>
  pack: Pack
}

const found = import.meta.glob<About>('./*/about.ts', { eager: true, import: 'default' })
const posters = import.meta.glob<string>('./*/poster.svg', { eager: true, query: '?url', import: 'default' })
import.meta.glob('./*/palette.css', { eager: true })

const named: readonly (readonly [string, About])[] = Object.entries(found).map(([path, about]) => [path.split('/')[1] ?? '', about] as const)
const abouts: ReadonlyMap<string, About> = new Map(named.toSorted(([, a], [, b]) => a.order - b.order))

/** The games that have a folder here, in the order of the list. */
export const GAMES: readonly string[] = [...abouts.keys()]
export const about = (game: string): About | undefined => abouts.get(game)
export const poster = (game: string): string | undefined => posters[`./${game}/poster.svg`]
