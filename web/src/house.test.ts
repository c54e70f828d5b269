import { afterEach, expect, it, vi } from 'vitest'
import { house } from './house.svelte'
import { api } from './wire/api'
import type { Here } from './wire/wire.gen'

const here = (core: Here['core']): Here => ({ version: '1', address: '', loopback: true, core })

afterEach(() => vi.restoreAllMocks())

it('says for a while that bots have become faster, and nothing where they always were', async () => {
  vi.useFakeTimers()
  const server = vi.spyOn(api, 'server').mockResolvedValue(here('compiled'))
  await house.look()
  expect(house.told).toBe('')
  server.mockResolvedValue(here('compiling'))
  await house.look()
  expect(house.told).toBe('core.compiling')
  server.mockResolvedValue(here('compiled'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(house.told).toBe('core.compiled')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(house.told).toBe('')
  expect(server).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
