import type { HostileCases, HostileDocument } from '../hostile-case.js'

const TOO_LONG = { refused: 'value-too-long' }
const TOO_MUCH = { refused: 'too-much-text' }

/** Values made from each other, each by the same expression of the one before. */
function chain(steps: number, expression: (previous: string) => string): string {
  let html = ''
  for (let i = 1; i <= steps; i++) html += `{{#let v${i} = ${expression(`v${i - 1}`)}}}`
  return `${html}{{v${steps} | length}}${'{{/let}}'.repeat(steps)}`
}

/** Arrays within arrays. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = [value]
  return value
}

/** Loops within loops over the same list. */
function loops(depth: number, content: string, count: number): HostileDocument {
  const html = `${'{{#each @root.list}}'.repeat(depth)}${content}${'{{/each}}'.repeat(depth)}`
  return { html: `<p>${html}</p>`, data: { list: Array.from({ length: count }, (_, i) => i) } }
}

/** Partials by name, as the files of a template. */
function partials(html: string, files: Readonly<Record<string, string>>): HostileDocument {
  const entries = Object.entries(files).map(([name, text]) => [`partials/${name}.html`, Buffer.from(text)] as const)
  return { html, assets: new Map(entries) }
}

export const valueCases: HostileCases = [
  {
    name: 'five characters of data that are printed as JSON of JSON 28 times',
    make: () => ({ html: chain(14, (v) => `${v} | json | json`), data: { v0: '"\\"\\\\' } }),
    expected: TOO_LONG,
  },
  {
    name: 'a list joined by what the list before was joined to',
    make: () => ({ html: chain(12, (v) => `list | join ${v}`), data: { v0: 'ab', list: Array(20).fill('x') } }),
    expected: TOO_LONG,
  },
  {
    name: 'a list of long texts that is joined',
    make: () => ({ html: '{{list | join}}', data: { list: Array(100_000).fill('x'.repeat(100_000)) } }),
    expected: TOO_LONG,
  },
  {
    name: 'a list that holds one long object a hundred thousand times',
    make: () => {
      const item = { text: 'x'.repeat(100_000) }
      return { html: '<p>{{list}}</p>', data: { list: Array(100_000).fill(item) } }
    },
    expected: TOO_LONG,
  },
  {
    name: 'data that holds the same list twice in each of its levels',
    make: () => {
      let value: unknown = ['x']
      for (let i = 0; i < 200; i++) value = [value, value]
      return { html: '<p>{{value}}</p>', data: { value } }
    },
    expected: TOO_LONG,
  },
  {
    name: 'data 100,000 levels deep that is printed',
    make: () => ({ html: '<p>{{value}}</p>', data: { value: nested(100_000) } }),
    expected: { refused: 'data-too-deep' },
  },
  {
    name: 'letters that grow by upper case, again and again',
    make: () => ({ html: chain(200, (v) => `${v} | upper`), data: { v0: '\u0390'.repeat(3_000_000) } }),
    expected: TOO_MUCH,
  },
  {
    name: 'letters replaced by what they were replaced by before',
    make: () => ({ html: chain(20, (v) => `${v} | replace "a" ${v}`), data: { v0: 'aaaa' } }),
    expected: TOO_LONG,
  },
  {
    name: 'a text that is joined to itself, again and again',
    make: () => ({ html: chain(40, (v) => `${v} + ${v}`), data: { v0: 'aaaa' } }),
    expected: TOO_LONG,
  },
  {
    name: 'letters masked by a long text',
    make: () => ({ html: '{{v | mask 0 v}}', data: { v: 'a'.repeat(100_000) } }),
    expected: TOO_LONG,
  },
  {
    name: 'a text that is split into its letters, joined by it, again and again',
    make: () => ({ html: chain(20, (v) => `${v} | split "" | join ${v}`), data: { v0: 'aaaa' } }),
    expected: TOO_LONG,
  },
  {
    name: 'a list for each item of a list for each item of a list for each item',
    make: () => ({
      html: '{{list | map (@root.list | map (@root.list | map (@root.list | length))) | length}}',
      data: { list: Array(500).fill(1) },
    }),
    expected: { refused: 'too-many-turns' },
  },
  {
    name: 'a list that is added up for each of its items',
    make: () => ({
      html: '{{#each list}}{{#if (@root.list | sum "n")}}{{/if}}{{/each}}',
      data: { list: Array.from({ length: 30_000 }, (_, n) => ({ n })) },
    }),
    expected: { refused: 'too-many-turns' },
  },
  {
    name: 'a list that is sorted for each of its items',
    make: () => ({
      html: '{{#each list}}{{#if (@root.list | sort)}}{{/if}}{{/each}}',
      data: { list: Array.from({ length: 10_000 }, (_, index) => `a${(index * 7919) % 10_007}`) },
    }),
    expected: { refused: 'too-many-turns' },
  },
  {
    name: 'a thousand running totals of as many rows as there may be',
    make: () => {
      const totals = Array.from({ length: 1_000 }, (_, index) => `{{@carried (n * ${index})}}`).join('')
      const rows = '{{#each list}}<tr><td>x</td></tr>{{/each}}'
      return {
        html: `<table><tfoot><tr><td>${totals}</td></tr></tfoot>${rows}</table>`,
        data: { list: Array.from({ length: 30_000 }, (_, n) => ({ n })) },
      }
    },
    expected: { refused: 'too-many-turns' },
  },
  {
    name: 'long objects that a list is sorted, grouped and made unique by',
    make: () => {
      const big = { text: 'x'.repeat(100_000) }
      return {
        html: '{{list | sort big | length}}{{list | group big | length}}{{list | unique big | length}}',
        data: { list: Array.from({ length: 2_000 }, () => ({ big })) },
      }
    },
    expected: TOO_MUCH,
  },
  {
    name: 'a text with signs of markup that is shown line by line, again and again',
    make: () => ({
      html: '{{#each list}}<p>{{@root.text | nl2br}}</p>{{/each}}',
      data: { list: Array(500).fill(1), text: '&\n'.repeat(200_000) },
    }),
    expected: { refused: 'too-many-elements' },
  },
  {
    name: 'a partial that includes itself twice',
    make: () => partials('{{> a}}', { a: '{{> a}}{{> a}}' }),
    expected: { refused: 'too-deep' },
  },
  {
    name: 'partials that include each next one ten times',
    make: () => {
      const files = Array.from({ length: 12 }, (_, i) => [`p${i}`, `{{> p${i + 1}}}`.repeat(10)])
      return partials('{{> p0}}', { ...Object.fromEntries(files), p12: 'x' })
    },
    expected: { refused: 'too-many-partials' },
  },
  {
    name: 'a large partial, many times',
    make: () => partials('{{> a}}'.repeat(900), { a: '<b>x</b>'.repeat(100_000) }),
    expected: { refused: 'too-many-partials' },
  },
  {
    name: 'a pattern for dates of a million letters',
    make: () => ({
      html: '<p>{{day | date pattern}}</p>',
      data: { day: '2026-01-02', pattern: 'EaMMMM'.repeat(200_000) },
    }),
    expected: 'document',
    reported: ['unusable-argument'],
  },
  {
    name: 'a pattern for numbers of a million digits',
    make: () => ({ html: '<p>{{n | number pattern}}</p>', data: { n: 1, pattern: `${'0'.repeat(1_000_000)}.0` } }),
    expected: 'document',
    reported: ['unusable-argument'],
  },
  {
    name: 'a date with a million blanks behind it',
    make: () => ({ html: '<p>{{day | date}}</p>', data: { day: `2026-01-02T00:00${' '.repeat(1_000_000)}x` } }),
    expected: 'document',
    reported: ['unusable-value'],
  },
  {
    name: 'the name of a field with a million dots for a sum over many items',
    make: () => ({
      html: '<p>{{list | sum field}}</p>',
      data: { list: Array.from({ length: 100_000 }, () => ({})), field: '.'.repeat(1_000_000) },
    }),
    expected: 'document',
    reported: ['unusable-value'],
  },
  {
    name: 'truncating a megabyte to almost all of it, many times',
    make: () => ({
      html: '{{#each list}}<p>{{@root.text | truncate 999999 | length}}</p>{{/each}}',
      data: { text: 'x'.repeat(200_000), list: Array(50).fill(1) },
    }),
    expected: 'document',
  },
  {
    name: 'each over each over each over each that prints',
    make: () => loops(4, '{{this}} some words ', 300),
    expected: TOO_MUCH,
  },
  {
    name: 'each over each over each over each that prints nothing',
    make: () => loops(4, '', 300),
    expected: { refused: 'too-many-turns' },
  },
  {
    name: 'each over each over each that makes elements',
    make: () => loops(3, '<b>x</b>', 300),
    expected: { refused: 'too-many-elements' },
  },
  {
    name: 'each over each over each in an attribute',
    make: () => {
      const loop = `${'{{#each @root.list}}'.repeat(3)}${'0123456789'.repeat(10)}${'{{/each}}'.repeat(3)}`
      return { html: `<p class="${loop}">x</p>`, data: { list: Array(200).fill(1) } }
    },
    expected: TOO_MUCH,
  },
  {
    name: 'each over each over each in a style sheet',
    make: () => {
      const loop = `${'{{#each @root.list}}'.repeat(3)}p { color: {{@root.color}} } ${'{{/each}}'.repeat(3)}`
      return { html: `<style>${loop}</style><p>x</p>`, data: { list: Array(300).fill(1), color: '()()()()' } }
    },
    expected: TOO_MUCH,
  },
  {
    name: 'a long text as markup, again and again',
    make: () => ({
      html: '{{#each list}}{{{@root.text}}}{{/each}}',
      data: { list: Array(2_000).fill(1), text: 'word '.repeat(20_000) },
    }),
    expected: TOO_MUCH,
  },
  {
    name: 'markup 100,000 levels deep as a value',
    make: () => ({ html: '{{{text}}}', data: { text: '<b>'.repeat(100_000) } }),
    expected: { refused: 'too-deep' },
  },
  {
    name: 'a title of all the text that there is',
    make: () => ({
      html: '<title>{{#each list}}{{@root.text}}{{/each}}</title><p>x</p>',
      data: { list: Array(2_000).fill(1), text: 'word '.repeat(20_000) },
    }),
    expected: TOO_MUCH,
  },
]
