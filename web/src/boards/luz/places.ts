/** Where a seat's card lies in the middle, clockwise from the one who looks; in widths and heights of a card. */
export interface Place {
  x: number
  y: number
  tilt: number
}

const PLACES: Readonly<Record<number, readonly [x: number, y: number, tilt: number][]>> = {
  3: [[0, 0.3, -1], [-1.12, -0.14, -4], [1.12, -0.14, 4]],
  4: [[0, 0.51, -1], [-1.16, 0, -4], [0, -0.51, 2], [1.16, 0, 4]],
  5: [[0, 0.51, -1], [-1.62, 0.14, -5], [-0.56, -0.48, -2], [0.56, -0.48, 2], [1.62, 0.14, 5]],
}

export function places(seats: number): Place[] {
  const known = PLACES[seats] ?? Array.from({ length: seats }, (_, k) => [k - (seats - 1) / 2, 0, 0] as const)
  return known.map(([x, y, tilt]) => ({ x, y, tilt }))
}
