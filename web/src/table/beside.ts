/** Where a note stands beside what it is about: above it if there is room, else below; never beyond the window. */
const GAP = 8

interface Size {
  width: number
  height: number
}

interface Box extends Size {
  left: number
  top: number
}

export function besides(thing: Box, note: Size, window: Size): { left: number; top: number } {
  const left = thing.left + thing.width / 2 - note.width / 2
  const above = thing.top - note.height - GAP
  const below = thing.top + thing.height + GAP
  const top = above >= GAP || below + note.height > window.height - GAP ? above : below
  return {
    left: Math.max(GAP, Math.min(window.width - note.width - GAP, left)),
    top: Math.max(GAP, Math.min(window.height - note.height - GAP, top)),
  }
}
