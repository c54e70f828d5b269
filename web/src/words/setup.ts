/** How a table is set up, in words. */
import { games } from '../games.svelte'
import type { Entry } from '../wire/api'
import { gameWords } from './game.svelte'
import { t } from './i18n.svelte'

/** What is played otherwise than the rule book says. */
export function optionTexts({ game, options }: Pick<Entry, 'game' | 'options'>): string[] {
  const words = gameWords(game)
  const usual = new Map(games.get(game)?.options.map((option) => [option.name, option.values[0]]))
  return Object.entries(options)
    .filter(([name, value]) => usual.get(name) !== value)
    .map(([name, value]) => {
      const called = words?.find('options', name, 'name') ?? name.replaceAll('_', ' ')
      if (value === 'on') return called
      return t('option.is', { name: called, value: words?.optionValue(name, value) ?? value })
    })
}

export const gameTitle = (game: string): string => gameWords(game)?.title ?? games.get(game)?.title ?? game
