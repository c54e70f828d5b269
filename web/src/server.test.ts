import { afterEach, expect, it, vi } from 'vitest'
import { server } from './server.svelte'
import { api } from './wire/api'
import type { ServerInfo } from './wire/wire.gen'

const here = (core: ServerInfo['core']): ServerInfo => ({ version: '1', address: '', loopback: true, core })

afterEach(() => vi.restoreAllMocks())

it('says for a while that bots have become faster, and nothing where they always were', async () => {
  vi.useFakeTimers()
  const asked = vi.spyOn(api, 'server').mockResolvedValue(here('compiled'))
  await server.refresh()
  expect(server.notice).toBe('')
  asked.mockResolvedValue(here('compiling'))
  await server.refresh()
  expect(server.notice).toBe('core.compiling')
  asked.mockResolvedValue(here('compiled'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(server.notice).toBe('core.compiled')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.notice).toBe('')
  expect(asked).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
