/** SHA-256, for browsers that hide theirs on plain HTTP. */

const K: number[] = []
const START: number[] = []
for (let n = 2; K.length < 64; n++) {
  let prime = true
  for (let d = 2; d * d <= n; d++) prime &&= n % d !== 0
  if (!prime) continue
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  if (START.length < 8) START.push(fraction(Math.sqrt(n)))
  K.push(fraction(Math.cbrt(n)))
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const hash = Int32Array.from(START)
  const w = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      w[i] =
        w[i - 16]! + w[i - 7]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = hash[i]! + value))
  }
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
