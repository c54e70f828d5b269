/** Texts with words of the glossary in them: "whoever wins the [[trick]]", or "is [[lead|led]]" where it is inflected. */

/** A piece of a text: plain, or a word that is explained. */
export interface Piece {
  shown: string
  /** A key of the glossary, or nothing. */
  word: string
}

const WORD = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g

export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const { 0: whole, 1: word = '', 2: shown, index } of text.matchAll(WORD)) {
    if (index > from) found.push({ shown: text.slice(from, index), word: '' })
    found.push({ shown: shown ?? word, word })
    from = index + whole.length
  }
  if (from < text.length) found.push({ shown: text.slice(from), word: '' })
  return found
}

/** A text without its marks, where words cannot be pressed. */
export const plainText = (text: string): string => pieces(text).map(({ shown }) => shown).join('')
