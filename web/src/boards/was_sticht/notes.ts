/** Private notes about the trumps of a round: kept in this window only, and nobody is told. */

export type Note = '' | 'crossed' | 'circled'

const NEXT: Readonly<Record<Note, Note>> = { '': 'crossed', crossed: 'circled', circled: '' }

export const nextNote = (note: Note): Note => NEXT[note]

const key = (round: string): string => `atout.notes.${location.hash.split('?')[0] ?? ''}.${round}`

export function readNotes(round: string): Record<string, Note> {
  return JSON.parse(sessionStorage.getItem(key(round)) ?? '{}') as Record<string, Note>
}

export function saveNotes(round: string, notes: Record<string, Note>): void {
  sessionStorage.setItem(key(round), JSON.stringify(notes))
}
