import { isAnimated } from '../../table/motion'

/** Pumpkins are lit by candles: whenever they are counted again, they flicker once. */
export function flicker(light: HTMLElement, count: string) {
  let before = count
  return {
    update(now: string): void {
      if (now === before) return
      before = now
      if (!now || !isAnimated() || typeof light.animate !== 'function') return
      const dark = { opacity: 0.3, filter: 'brightness(0.7)' }
      const lit = { opacity: 1, filter: 'brightness(1.6)' }
      light.animate([{}, dark, lit, dark, lit, {}], { duration: 900 })
    },
  }
}
