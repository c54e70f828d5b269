/** QR codes (ISO/IEC 18004): bytes, error correction M, as small as possible up to version 10. */

/** Error correction codewords per block and number of blocks, by version. */
const BLOCKS: readonly (readonly [ec: number, blocks: number])[] = [
  [0, 0],
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
]
const MOST = BLOCKS.length - 1
const LEVEL_M = 0
const FORMAT = 0x537
const FORMAT_MASK = 0x5412
const VERSION = 0x1f25

/** Return the code as rows of dark (true) and light modules, without the quiet zone. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  let version = 1
  while (version <= MOST && bytes.length > dataCodewords(version) - (version < 10 ? 2 : 3)) version++
  if (version > MOST) throw new RangeError('the text is too long for a code')
  const stream = interleave(codewords(bytes, version), version)
  const candidates = MASKS.map((_, mask) => draw(stream, version, mask))
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

/** An SVG path of all dark modules, each one unit wide. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = qr(text)
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { path, size: rows.length }
}

function rawCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const rows = Math.floor(version / 7) + 2
    modules -= (25 * rows - 10) * rows - 55
    if (version >= 7) modules -= 36
  }
  return modules >> 3
}

function dataCodewords(version: number): number {
  const [ec, blocks] = BLOCKS[version]!
  return rawCodewords(version) - ec * blocks
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  bytes.forEach((byte) => put(byte, 8))
  const room = dataCodewords(version) * 8
  put(0, Math.min(4, room - bits.length))
  put(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: room / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
}

/** Multiply in the field of 256 elements. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a)
  return product
}

function errorCorrection(data: readonly number[], degree: number): number[] {
  const divisor: number[] = [...Array<number>(degree - 1).fill(0), 1]
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2))
    for (let j = 0; j < degree; j++) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0)
  const rest = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ rest.shift()!
    rest.push(0)
    divisor.forEach((coefficient, i) => (rest[i]! ^= multiply(coefficient, factor)))
  }
  return rest
}

function interleave(data: readonly number[], version: number): number[] {
  const [ec, count] = BLOCKS[version]!
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const blocks: number[][] = []
  for (let block = 0, at = 0; block < count; block++) {
    const size = short + (block >= count - longer ? 1 : 0)
    blocks.push(data.slice(at, at + size))
    at += size
  }
  const checks = blocks.map((block) => errorCorrection(block, ec))
  const columns = (rows: number[][], length: number) =>
    Array.from({ length }, (_, i) => rows.map((row) => row[i])).flat().filter((byte) => byte !== undefined)
  return [...columns(blocks, short + 1), ...columns(checks, ec)]
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Append the remainder of a division by a generator, as format and version bits have it. */
function withCheckBits(value: number, generator: number, bits: number): number {
  let rest = value
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * generator)
  return (value << bits) | rest
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - (count - 2 - i) * step)]
}

function draw(stream: readonly number[], version: number, mask: number): boolean[][] {
  const size = version * 4 + 17
  const rows = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) rows[y]![x] = dark
  }
  const square = (x: number, y: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4])
  const places = alignment(version, size)
  for (const x of places)
    for (const y of places)
      if (!((x === 6 && y < 10) || (x === 6 && y > size - 10) || (y === 6 && x > size - 10))) square(x, y, 2, [1])
  const format = withCheckBits((LEVEL_M << 3) | mask, FORMAT, 10) ^ FORMAT_MASK
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark)
    set(i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, 8, dark)
  }
  set(8, size - 8, true)
  if (version >= 7) {
    const bits = withCheckBits(version, VERSION, 12)
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1
      set(size - 11 + (i % 3), Math.floor(i / 3), dark)
      set(Math.floor(i / 3), size - 11 + (i % 3), dark)
    }
  }
  let bit = 0
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) {
    const upward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (rows[y]![x] !== undefined) continue
        const dark = (((stream[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        rows[y]![x] = dark !== MASKS[mask]!(x, y)
        bit++
      }
    }
  }
  return rows as boolean[][]
}

/** How hard a code would be to read: long runs, blocks, patterns like a finder, and too much of one shade. */
function penalty(rows: readonly boolean[][]): number {
  const size = rows.length
  let sum = 0
  let dark = 0
  for (const lines of [rows, rows.map((_, x) => rows.map((row) => row[x]!))])
    for (const line of lines) {
      const text = line.map((module) => (module ? '1' : '0')).join('')
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
      for (let at = 0; at + 11 <= size; at++)
        if (['10111010000', '00001011101'].includes(text.slice(at, at + 11))) sum += 40
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (rows[y]![x]) dark++
      const block = [rows[y]![x], rows[y]![x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]]
      if (block.every((module) => module !== undefined && module === block[0])) sum += 3
    }
  return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}
