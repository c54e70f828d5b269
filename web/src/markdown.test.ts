import { describe, expect, it } from 'vitest'
import { rules } from './markdown'

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
