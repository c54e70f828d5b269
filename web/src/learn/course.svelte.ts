/** The courses of the games, in the language of the page; in another one until that has come. */
import { SvelteMap } from 'svelte/reactivity'
import { api, Problem, type Course } from '../wire/api'
import { speech } from '../words/i18n.svelte'

/** About how long a step takes, in minutes; the last one, a whole deal, as long as several. */
const STEP = 0.3
const DEAL = 2

class Courses {
  private readonly loaded = new SvelteMap<string, Course>()
  private readonly asked = new Set<string>()
  problem = $state('')

  of(game: string): Course | null {
    const key = `${game}/${speech.lang}`
    const found = this.loaded.get(key)
    if (!found && !this.asked.has(key)) void this.load(game, speech.lang)
    return found ?? [...this.loaded].find(([other]) => other.startsWith(`${game}/`))?.[1] ?? null
  }

  private async load(game: string, lang: string): Promise<void> {
    const key = `${game}/${lang}`
    this.asked.add(key)
    try {
      this.loaded.set(key, await api.course(game, lang))
      this.problem = ''
    } catch (error) {
      this.asked.delete(key)
      this.problem = speech.find(`refused.${error instanceof Problem ? error.why : ''}`, 'refused.other')
    }
  }
}

export const courses = new Courses()

export const minutesOf = (course: Course): number =>
  Math.ceil(course.steps.reduce((sum, { guided }) => sum + (guided ? DEAL : STEP), 0))

export const lessonLink = (game: string, step = ''): string => `#/learn/${game}${step ? `/${step}` : ''}`
