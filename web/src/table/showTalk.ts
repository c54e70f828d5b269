/** Open what is said beside the table, or go there where it stands on the page already. */
import { tick } from 'svelte'
import type { LiveTable } from './live.svelte'

export async function showTalk(live: LiveTable, started: boolean, open: boolean): Promise<void> {
  if (started) live.talk.open = open
  await tick()
  const talk = document.querySelector<HTMLElement>('.conversation')
  if (!started) talk?.scrollIntoView({ block: 'center' })
  if (!talk || !(open || !started)) return
  const first = talk.querySelector<HTMLElement>('form input') ?? talk.querySelector<HTMLElement>('.phrases button, ol')
  first?.focus({ preventScroll: started })
}
