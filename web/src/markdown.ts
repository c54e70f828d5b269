/** As much Markdown as the rules are written in, to HTML. Everything is escaped first. */

export interface Rules {
  title: string
  html: string
  headings: { id: string; text: string }[]
}

const CLAUSE = /^\*\*([A-Z]+-\d+)\*\*\s*/

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}

export function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\s][^*]*)\*/g, '<em>$1</em>')
}

/** What options and their values are called. */
export interface OptionWords {
  option(name: string): string | null
  optionValue(name: string, value: string): string
}

const ROW = /^\| `(\w+)` \| ([^|]*) \| (.*) \|$/

/** Rules with the options in words: in the table of them, and wherever one is mentioned. */
export function nameOptions(markdown: string, words: OptionWords): string {
  const row = (line: string) => {
    const [, name = '', values = '', text = ''] = ROW.exec(line) ?? []
    if (!words.option(name)) return line
    const list = values.split(', ')
    const told = list.reduce(
      (all, value) => all.replace(new RegExp(`(^|[.;] )${value.replace(/\W/g, '\\$&')}(?=\\s?:)`, 'g'), `$1${words.optionValue(name, value)}`),
      text,
    )
    return `| ${words.option(name)} | ${list.map((value) => words.optionValue(name, value)).join(', ')} | ${told} |`
  }
  return markdown
    .split('\n')
    .map((line) => row(line).replace(/`([a-z_]+)`/g, (code, name: string) => (words.option(name) ? `*${words.option(name)}*` : code)))
    .join('\n')
}

function slug(text: string): string {
  return `h-${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`
}

function table(lines: readonly string[]): string {
  const cells = (line: string) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()))
  const [head = '', , ...body] = lines
  const row = (line: string) => {
    const [first = '', ...rest] = cells(line)
    return `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  }
  const heads = cells(head).map((cell) => (cell ? `<th scope="col">${cell}</th>` : '<td></td>'))
  return `<div class="scroll" tabindex="0" role="group"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.map(row).join('')}</tbody></table></div>`
}

function list(lines: readonly string[], ordered: boolean): string {
  const items: string[] = []
  for (const line of lines) {
    const start = line.match(/^(?:[-*]|\d+\.)\s+(.*)$/)
    if (start) items.push(start[1] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  const shown = items.map((item) => {
    const [whole, id] = CLAUSE.exec(item) ?? []
    if (!whole || !id) return `<li>${inline(item)}</li>`
    return `<li class="clause" id="${id}"><a class="id" href="#" data-clause="${id}">${id}</a> ${inline(item.slice(whole.length))}</li>`
  })
  return ordered ? `<ol>${shown.join('')}</ol>` : `<ul>${shown.join('')}</ul>`
}

export function rules(markdown: string): Rules {
  const blocks = markdown.trim().split(/\n\s*\n/)
  const headings: Rules['headings'] = []
  let title = ''
  const html = blocks.map((block) => {
    const lines = block.split('\n')
    const first = lines[0] ?? ''
    const heading = /^(#+)\s+(.*)$/.exec(first)
    if (heading) {
      const [, marks = '', text = ''] = heading
      if (marks.length === 1) {
        title = text
        return ''
      }
      const id = slug(text)
      if (marks.length === 2) headings.push({ id, text })
      return `<h${marks.length} id="${escape(id)}">${inline(text)}</h${marks.length}>`
    }
    if (first.startsWith('|')) return table(lines)
    if (/^[-*]\s/.test(first)) return list(lines, false)
    if (/^\d+\.\s/.test(first)) return list(lines, true)
    if (first.startsWith('```')) return `<pre tabindex="0">${escape(lines.slice(1, -1).join('\n'))}</pre>`
    return `<p>${inline(lines.join(' '))}</p>`
  })
  return { title, html: html.join('\n'), headings }
}
