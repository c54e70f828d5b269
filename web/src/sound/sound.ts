/** Quiet sounds, made as they are heard: no files. Silent until the page has been touched, as browsers want it. */
import { settings } from '../settings.svelte'

export type Sound = 'card' | 'trick' | 'turn' | 'deal'

/** A tone: when it begins and ends, from which pitch to which, and how loud beside the others. */
interface Tone {
  at: number
  lasts: number
  from: number
  to: number
  loud: number
  shape: OscillatorType
}

const tone = (at: number, lasts: number, from: number, to = from, loud = 1, shape: OscillatorType = 'sine'): Tone => ({ at, lasts, from, to, loud, shape })

/** A card is a soft tap, a trick a sweep upwards, your turn two notes, the end of a deal a chord one by one. */
const SOUNDS: Record<Sound, readonly Tone[]> = {
  card: [tone(0, 0.07, 240, 120, 0.9, 'triangle')],
  trick: [tone(0, 0.12, 180, 260, 0.6, 'triangle'), tone(0.07, 0.14, 260, 360, 0.5, 'triangle')],
  turn: [tone(0, 0.16, 523.25, 523.25, 0.55), tone(0.11, 0.24, 659.25, 659.25, 0.55)],
  deal: [tone(0, 0.3, 392, 392, 0.5), tone(0.12, 0.3, 493.88, 493.88, 0.5), tone(0.24, 0.5, 587.33, 587.33, 0.5)],
}
const LOUDEST = 0.25
const ATTACK = 0.008

class Sounds {
  private context: AudioContext | null = null

  /** Listen for the first touch or key; what is returned stops it. */
  wake(): () => void {
    const wake = (): void => {
      if (settings.sound && typeof AudioContext === 'function') this.context ??= new AudioContext()
      if (this.context?.state === 'suspended') void this.context.resume()
    }
    for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, wake)
    return () => {
      for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, wake)
    }
  }

  play(name: Sound): void {
    const { context } = this
    if (!settings.sound || settings.volume <= 0 || context?.state !== 'running') return
    for (const { at, lasts, from, to, loud, shape } of SOUNDS[name]) {
      const [begins, ends] = [context.currentTime + at, context.currentTime + at + lasts]
      const source = new OscillatorNode(context, { type: shape, frequency: from })
      const gain = new GainNode(context, { gain: 0 })
      source.frequency.exponentialRampToValueAtTime(to, ends)
      gain.gain.setValueAtTime(0, begins)
      gain.gain.linearRampToValueAtTime(loud * settings.volume * LOUDEST, begins + ATTACK)
      gain.gain.exponentialRampToValueAtTime(0.0001, ends)
      source.connect(gain).connect(context.destination)
      source.start(begins)
      source.stop(ends)
    }
  }
}

export const sound = new Sounds()

/** What is to be heard of what happened: one sound at a time, the one that matters most. */
export function soundOf(keys: readonly string[], scored: boolean, turn: boolean): Sound | null {
  if (scored) return 'deal'
  if (turn) return 'turn'
  if (keys.includes('trick')) return 'trick'
  return keys.length ? 'card' : null
}
