/** The client's own words, in the language of the browser or the one that was chosen. */
import en from './en.json'

export type Key = keyof typeof en
export type Lang = 'en' | 'fr' | 'de'
export type Values = Record<string, string | number>
export const LANGUAGES: readonly Lang[] = ['en', 'fr', 'de']

type Table = Record<Key, string>
const others: Record<string, () => Promise<{ default: Table }>> = {
  fr: () => import('./fr.json'),
  de: () => import('./de.json'),
}

const KEPT = 'atout.lang'

function preferredLanguage(): Lang {
  const kept = localStorage.getItem(KEPT)
  const wanted = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return LANGUAGES.find((lang) => lang === wanted.find((tag) => LANGUAGES.includes(tag as Lang))) ?? 'en'
}

class Speech {
  lang = $state<Lang>('en')
  private table = $state.raw<Table>(en)

  async speak(lang: Lang): Promise<void> {
    const table = lang === 'en' ? en : (await others[lang]?.())?.default
    if (!table) return
    this.table = table
    this.lang = lang
    document.documentElement.lang = lang
  }

  async choose(lang: Lang): Promise<void> {
    localStorage.setItem(KEPT, lang)
    await this.speak(lang)
  }

  say(key: Key, values: Values = {}): string {
    return fill(this.table[key], values)
  }

  /** The text of a key that somebody else made up, or a general one. */
  find(key: string, otherwise: Key, values: Values = {}): string {
    return fill(this.table[key as Key] ?? this.table[otherwise], values)
  }

  /** A moment: the time of today, or the day too. */
  when(at: number): string {
    const today = new Date(at).toDateString() === new Date().toDateString()
    return new Intl.DateTimeFormat(this.lang, { ...(today ? {} : { dateStyle: 'medium' }), timeStyle: 'short' }).format(at)
  }

  /** Names in one sentence: "Ada, Bo and Cem". */
  list(names: readonly string[]): string {
    return new Intl.ListFormat(this.lang).format(names)
  }

  /** A key for one and a key for many; `n` is filled in. */
  count(n: number, one: Key, many: Key): string {
    return this.say(n === 1 ? one : many, { n })
  }
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** How a board says what only it says, in tables with the same words; the names of the game itself come from the server. */
export function makeSay<Word extends string>(tables: Readonly<Record<Lang, Readonly<Record<Word, string>>>>) {
  const say = (word: Word, values: Values = {}): string => fill(tables[speech.lang][word], values)
  return Object.assign(say, { tables })
}

export const speech = new Speech()
// Chosen in another window of this browser.
addEventListener('storage', ({ key, newValue }) => {
  const lang = LANGUAGES.find((each) => each === newValue)
  if (key === KEPT && lang) void speech.speak(lang)
})
export const ready = speech.speak(preferredLanguage())
export const t = (key: Key, values?: Values): string => speech.say(key, values)
