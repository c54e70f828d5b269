import { describe, expect, it } from 'vitest'
import type { Table } from '../wire/wire.gen'
import { changedRows, clockName, CLOCKS, rowsOf, setupOf, usualSetup, withClock, withOption } from './setup'

const option = { name: 'deals', kind: 'rule', values: ['4', '2'], low: 0, high: 0, digits: 0 }

describe('a table that is set up', () => {
  it('misses nobody where a decision may take days, unless somebody has said otherwise', () => {
    const setup = usualSetup(4)
    expect(setup.grace).toBe(60)
    expect(withClock(setup, 'days').grace).toBe(0)
    expect(withClock(withClock(setup, 'days'), 'bank').grace).toBe(60)
    expect(withClock({ ...setup, grace: 5 }, 'days').grace).toBe(5)
  })

  it('writes down what differs from the rule book', () => {
    const setup = withOption(usualSetup(4), option, '2')
    expect(setup.options).toEqual({ deals: '2' })
    expect(withOption(setup, option, '4').options).toEqual({})
    expect(usualSetup(4, { spectator_view: 'all_hands' })).toMatchObject({ options: {}, watch: 'all_hands' })
  })

  it('says its clock in words', () => {
    expect(clockName(CLOCKS.days)).toContain('3 days')
    expect(clockName(CLOCKS.bank)).toContain('10 minutes')
    expect(clockName({ kind: 'decision', seconds: 90, increment: 0 })).toContain('1 minute, 30 seconds')
  })

  it('tells which rows have changed', () => {
    const shown = { seats: 3, options: {}, public: false, clock: {}, watch: 'closed', chat: false, stand_in: 'casual', grace: 60 }
    const [before, now] = [setupOf(shown as unknown as Table), setupOf({ ...shown, chat: true, seats: 4 } as unknown as Table)]
    expect(changedRows(rowsOf(before, null), rowsOf(now, null)).map(({ key }) => key)).toEqual(['seats', 'chat'])
  })
})
