/** How a hand of groups lies in a width: groups stand apart where there is room, and slide together where there is not. */
export interface Fan {
  /** Of a card. */
  width: number
  /** From a card to the next one of its colour, and to the first one of the next colour. */
  step: number
  stride: number
  /** Of the card that marks the high end. */
  end: number
}

const WIDE = 560
const SNUG = 0.64

export function fan(room: number, widest: number, sizes: readonly number[]): Fan {
  const narrow = room < WIDE
  const width = narrow ? Math.min(widest, Math.max(56, Math.min(74, room / 5))) : widest
  const end = width * (narrow ? 0.46 : 0.56)
  const apart = narrow ? 10 : 22
  const lip = narrow ? 7 : 16
  const cards = sizes.reduce((sum, size) => sum + size, 0)
  const turns = Math.max(0, sizes.length - 1)
  const free = room - width - end - apart
  const step = cards < 2 ? 0 : Math.min(width * SNUG, (free - turns * lip) / (cards - 1))
  const stride = turns ? Math.min(width + apart, (free - (cards - sizes.length) * step) / turns) : 0
  return { width, step, stride, end }
}
