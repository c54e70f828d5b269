import { describe, expect, it } from 'vitest'
import { nameOptions, rules } from './markdown'

describe('rules', () => {
  const found = rules(
    '# Toy\n\nA *short* game.\n\n## Play\n\n- **TOY-01** Play <one> card.\n- **TOY-02** *(ruling)* Or `none`.\n\n| A | B |\n|---|---|\n| 1 | **2** |\n\n1. First\n2. Second',
  )

  it('finds title and headings', () => {
    expect(found.title).toBe('Toy')
    expect(found.headings).toEqual([{ id: 'h-play', text: 'Play' }])
  })

  it('gives every clause its anchor', () => {
    expect(found.html).toContain('<li class="clause" id="TOY-01">')
    expect(found.html).toContain('<em>(ruling)</em> Or <code>none</code>.')
  })

  it('escapes and draws tables and lists', () => {
    expect(found.html).toContain('Play &lt;one&gt; card.')
    expect(found.html).toContain('<th scope="row">1</th><td><strong>2</strong></td>')
    expect(found.html).toContain('<ol><li>First</li><li>Second</li></ol>')
  })
})

it('names options and their values as the page does on which they are set', () => {
  const words = {
    option: (name: string) => (name === 'bead_limit' ? 'Limited beads' : null),
    optionValue: (_: string, value: string) => ({ on: 'yes', off: 'no' })[value] ?? value,
  }
  const text = 'The option `bead_limit` and `4+S`.\n\n| `bead_limit` | off, on | on: 15 beads. off: more. |'
  expect(nameOptions(text, words)).toBe('The option *Limited beads* and `4+S`.\n\n| Limited beads | no, yes | yes: 15 beads. no: more. |')
})
