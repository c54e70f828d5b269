import { afterEach, describe, expect, it } from 'vitest'
import { settings } from './settings.svelte'

const worn = document.documentElement.dataset

describe('settings', () => {
  afterEach(() => settings.set({ theme: 'auto', speed: 'usual' }))

  it('show games that were drawn as nights in the dark, unless somebody has chosen', () => {
    expect(worn.theme).toBeUndefined()
    const leave = settings.dressFor('luz')
    expect([worn.game, worn.theme]).toEqual(['luz', 'dark'])
    settings.set({ theme: 'light' })
    expect(worn.theme).toBe('light')
    settings.set({ theme: 'auto' })
    leave()
    expect([worn.game, worn.theme]).toEqual([undefined, undefined])
    settings.dressFor('mu')()
    expect(worn.theme).toBeUndefined()
  })

  it('say how fast things move', () => {
    settings.set({ speed: 'quick' })
    expect(worn.speed).toBe('quick')
    settings.set({ speed: 'usual' })
    expect(worn.speed).toBeUndefined()
  })

  it('are kept', () => {
    settings.set({ volume: 0.7 })
    expect(JSON.parse(localStorage.getItem('atout.settings') ?? '')).toMatchObject({ volume: 0.7, theme: 'auto' })
  })
})
