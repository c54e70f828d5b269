/** Texts with words of the glossary in them: "whoever wins the [[trick]]", or "is [[lead|led]]" where it is inflected. */

/** A piece of a text: plain, or a word that is explained. */
export interface Piece {
  shown: string
  /** A key of the glossary, or nothing. */
  word: string
  /** What follows a word without a space, and stays on its line. */
  tail: string
}

const WORD = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g

export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  const addPlain = (to: number) => to > from && found.push({ shown: text.slice(from, to), word: '', tail: '' })
  for (const { 0: whole, 1: word = '', 2: shown, index } of text.matchAll(WORD)) {
    addPlain(index)
    from = index + whole.length
    const [tail = ''] = /^[^\s[]*/.exec(text.slice(from)) ?? []
    found.push({ shown: shown ?? word, word, tail })
    from += tail.length
  }
  addPlain(text.length)
  return found
}

/** A text without its marks, where words cannot be pressed. */
export const plainText = (text: string): string => pieces(text).map(({ shown, tail }) => shown + tail).join('')
