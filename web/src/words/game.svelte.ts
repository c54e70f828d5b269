/** The words of a game: its names, prompts, events, refusals and score lines, as the server serves them. */
import { SvelteMap } from 'svelte/reactivity'
import { api } from '../wire/api'
import type { Phrase } from '../wire/wire.gen'
import { capital, fill, speech, t, type Lang, type Values } from './i18n.svelte'

type Node = string | { [name: string]: Node }

/** Sections that hold whole sentences; single words for things are looked for everywhere else. */
const SENTENCES = new Set([
  ...['actions', 'asks', 'buttons', 'events', 'hints', 'news', 'options', 'prompts', 'reasons', 'refusals', 'score', 'stakes', 'terms', 'tips', 'won'],
])
const CARD = /^([A-Z])(\d+|\?)(\*?)$/
/** A hyphen before a number is a minus sign; within a word or between numbers it is none. */
const MINUS = /(?<![\w-])-(?=\d)/g
const EXPLAINED = /^(.*) \[([A-Z]+-\d+)\]$/s

/** What a thing at the table is, and the clause that says more. */
export interface Term {
  name: string
  text: string
  clause: string
}

export class GameWords {
  constructor(
    readonly game: string,
    readonly lang: Lang,
    private readonly table: { [name: string]: Node },
  ) {}

  find(...path: string[]): string | null {
    let node: Node | undefined = this.table
    for (const name of path) node = typeof node === 'object' ? node[name] : undefined
    return typeof node === 'string' ? node : null
  }

  get title(): string {
    return this.find('title') ?? this.game
  }

  get tagline(): string {
    return this.find('tagline') ?? ''
  }

  /** The name of a zone, a fact or a mark. */
  name(key: string): string {
    return this.find('names', key) ?? key.replaceAll('_', ' ')
  }

  /** An option and one of its values, as the page on which they are set names them. */
  option(name: string): string | null {
    return this.find('options', name, 'name')
  }
  optionValue(name: string, value: string): string {
    return this.find('options', name, 'values', value) ?? { on: t('yes'), off: t('no') }[value] ?? value
  }

  colour(letter: string): string {
    return this.find('colours', letter) ?? letter
  }

  /** Whether a text is a playing card, open or not; other texts are names of things such as contracts. */
  isCard(text: string): boolean {
    return /^[A-Z]?(\d+|\?)\*?$/.test(text) || text === '??'
  }

  /** A card in words: "red 4", "red, hidden". */
  card(text: string): string {
    if (text === '?' || text === '??') return t('card.back')
    const [, letter = '', value] = CARD.exec(text) ?? []
    const colour = this.find('colours', letter)
    if (colour === null) return this.isCard(text) ? text : this.thing(text)
    return value === '?' ? t('card.hidden', { colour }) : t('card.open', { colour, value: value ?? '' })
  }

  /** The word for a thing that is not a card: a contract, a space, an objective. */
  thing(text: string): string {
    for (const [section, words] of Object.entries(this.table)) {
      if (SENTENCES.has(section) || typeof words === 'string') continue
      const found = words[text]
      if (typeof found === 'string') return found
    }
    return text.replaceAll('_', ' ')
  }

  /** What a thing is: a fact, a zone, a mark, a contract, or nothing if nobody has explained it. */
  term(key: string): Term | null {
    const [, text, clause] = EXPLAINED.exec(this.find('terms', key) ?? '') ?? []
    return text && clause ? { name: capital(this.find('names', key) ?? this.thing(key)), text, clause } : null
  }

  /** The value of a fact in words; its parts are letters of colours or seats, names of things, or numbers. */
  fact(name: string, value: string, names: readonly string[] = []): string {
    if (name === 'letter' || name === 'board') return value
    if (/^[A-H]$/.test(value) && !/colour|led|trump/.test(name)) return names[value.charCodeAt(0) - 65] ?? value
    return value
      .split(' ')
      .map((part) => (CARD.test(part) ? this.card(part) : this.find('colours', part) ?? this.thing(part)))
      .join(' ')
  }

  /** A phrase of a section with its values filled in, or null if it has no text. */
  sentence(section: string, phrase: Phrase, names: readonly string[] = [], more: Values = {}): string | null {
    const text = this.find(section, phrase.key ?? '')
    if (text === null) return null
    const values: Values = {}
    for (const [name, value] of Object.entries(phrase.values ?? {})) values[name] = this.fillValue(name, value, names)
    const { letter } = phrase.values ?? {}
    if (letter) values.owner = names[letter.charCodeAt(0) - 65] ?? letter // whose it is that has this letter
    return fill(text, { ...values, ...more }).replace(MINUS, '−')
  }

  /** What happened, said for eyes that see the table, or as it is said anywhere. */
  event(phrase: Phrase, names: readonly string[], seat: string): string | null {
    const text = this.sentence('news', phrase, names, { seat }) ?? this.sentence('events', phrase, names, { seat })
    return text === null || /\{\w+\}/.test(text) ? null : text // something in it was not for us
  }

  /** A deal by its number; some games call it a round. */
  deal(number: number): string {
    return `${this.find('names', 'round') ?? this.name('deal')} ${number}`
  }

  /** Why a card took a trick, in one clause; nothing where the game does not say. */
  won(phrase: Phrase | undefined, names: readonly string[]): string {
    return (phrase?.key && this.sentence('won', phrase, names)) || ''
  }

  /** An action as short as a button wants it. */
  action(phrase: Phrase, names: readonly string[]): string | null {
    return this.sentence('buttons', phrase, names) ?? this.sentence('actions', phrase, names)
  }

  /** A question to somebody who presses cards, or as it is asked anywhere. */
  prompt(phrase: Phrase, names: readonly string[]): string | null {
    return this.sentence('asks', phrase, names) ?? this.sentence('prompts', phrase, names)
  }

  refusal(why: string): string | null {
    return this.find('refusals', why)
  }

  private fillValue(name: string, value: string, names: readonly string[]): string {
    if (name === 'colour') return this.colour(value)
    if (/^@\d+$/.test(value)) return names[Number(value.slice(1))] ?? value
    const parts = value.split(/[ ,]+/)
    if (parts.every((part) => CARD.test(part))) return parts.map((part) => this.card(part)).join(', ')
    const [section, key] = value.split(':')
    return (key && this.find(section ?? '', key)) || (/^\d+(,\d+)+$/.test(value) ? parts.join(', ') : value)
  }
}

const loaded = new SvelteMap<string, GameWords>()
const loading = new Set<string>()

/** The words of a game in the language of the page; those of another language until they are here. */
export function gameWords(game: string): GameWords | null {
  const key = `${game}/${speech.lang}`
  const found = loaded.get(key)
  if (!found && !loading.has(key)) void load(game, speech.lang, key)
  return found ?? [...loaded.values()].find((words) => words.game === game) ?? null
}

async function load(game: string, lang: Lang, key: string): Promise<void> {
  loading.add(key)
  try {
    loaded.set(key, new GameWords(game, lang, (await api.words(game, lang)) as { [name: string]: Node }))
  } finally {
    loading.delete(key)
  }
}
