import fc from '../../fast-check.js'

/** A random document: text leaves in containers of all kinds, with random break rules. */
export type Node = TextNode | ImageNode | ContainerNode | TableNode

interface TextNode {
  readonly kind: 'text'
  readonly words: number
  readonly style: string
  /** Further content among its words, in a document of every kind of content. */
  readonly inserts?: readonly Insert[]
}

interface ImageNode {
  readonly kind: 'image'
  readonly height: number
  readonly style: string
}

interface ContainerNode {
  readonly kind: keyof typeof CONTAINERS
  readonly children: readonly Node[]
  readonly style: string
}

interface TableNode {
  readonly kind: 'table'
  readonly rows: readonly Row[]
  readonly head: Node | undefined
  readonly foot: Node | undefined
  /** Text above or below the table, by its `caption-side`. */
  readonly caption?: Node | undefined
  /** Rows of the head and foot that stand at some parts of the table only. */
  readonly partRows?: PartRows
  readonly style: string
}

/** The parts of a table at which one more row stands in its head and its foot. */
interface PartRows {
  readonly head: PartName | undefined
  readonly foot: PartName | undefined
}

type PartName = 'first' | 'last' | 'continued' | 'continuing'

interface Row {
  readonly cells: readonly Cell[]
  readonly style: string
}

interface Cell {
  readonly content: Node
  readonly rowSpan: number
  readonly style?: string
}

/** Something that leaves the line behind a word, or a box of several lines in it. */
interface Insert {
  readonly kind: 'footnote' | 'float' | 'absolute' | 'running' | 'inline-block' | 'inline-table'
  readonly after: number
  readonly words: number
}

const CONTAINERS = {
  block: 'display:block',
  list: 'display:block;padding-left:6px;list-style:none',
  numbers: 'display:block;padding-left:30px',
  column: 'display:flex;flex-direction:column',
  row: 'display:flex;flex-direction:row',
  grid: 'display:grid',
  columns: 'columns:2;column-gap:4px',
  float: 'float:left',
  sheet: 'position:relative',
  moved: 'position:relative;left:3px',
  'inline-block': 'display:inline-block',
} as const

const BREAKS = [
  '',
  '',
  '',
  'break-before:avoid',
  'break-after:avoid',
  'break-before:page',
  'break-after:page',
  'break-inside:avoid',
]

/** Of documents of every kind of content; `wide` and `low` are pages of other sizes. */
const MIXED_BREAKS = [
  ...BREAKS,
  '',
  '',
  'break-before:right',
  'break-after:verso',
  'break-before:column',
  'break-inside:avoid-page',
  'break-inside:avoid-column',
  'page:wide',
  'page:low',
]

export const BOXES = [
  '',
  '',
  'margin:7px 0',
  'padding:4px',
  'border:2px solid',
  'border-top:5px solid;padding-bottom:3px',
  'orphans:2;widows:2',
  'box-decoration-break:clone;padding:3px',
]

const FLEX = [
  '',
  '',
  'gap:5px',
  'flex-wrap:wrap',
  'flex-wrap:wrap-reverse;gap:3px',
  'align-items:center',
  'align-items:flex-end',
  'align-items:baseline',
  'justify-content:space-between',
]

const GRID = ['', 'grid-template-columns:1fr 1fr', 'grid-template-columns:auto auto;gap:4px', 'grid-auto-flow:column']

const TABLES = ['', 'border-collapse:collapse', 'border-spacing:3px', 'width:100%']

const MIXED_TABLES = [...TABLES, 'border-collapse:collapse;border:7px solid', 'caption-side:bottom', 'margin:5px 0']

const CELLS = ['', '', '', 'border:4px solid', 'vertical-align:bottom', 'padding:4px 0 0']

export interface DocumentOptions {
  /** Styles of boxes. */
  readonly boxes: readonly string[]
  /**
   * Everything there is: nested headers and footers, rows of parts, captions, row spans, columns, grids, floats,
   * footnotes, positioned boxes, images, pages of other sizes.
   */
  readonly mixed?: boolean
  /** Break rules and inserts that do not occur. */
  readonly without?: RegExp
}

/** Documents of blocks, lists, flex containers and tables; with `mixed` of everything else as well. */
export function documents({ boxes, mixed = false, without = /^never/ }: DocumentOptions): fc.Arbitrary<Node[]> {
  const occurs = (value: string): boolean => !without.test(value)
  const breaks = (mixed ? MIXED_BREAKS : BREAKS).filter(occurs)
  const inserts = INSERTS.filter(occurs)
  const style = fc
    .tuple(fc.constantFrom(...breaks), fc.constantFrom(...boxes))
    .map((parts) => parts.filter((part) => part !== '').join(';'))
  const styled = (styles: readonly string[]): fc.Arbitrary<string> =>
    fc.tuple(style, fc.constantFrom(...styles)).map((parts) => parts.join(';'))

  const { tree } = fc.letrec<{ tree: Node; row: Row }>((tie) => {
    const container = (kinds: readonly ContainerNode['kind'][], styles: fc.Arbitrary<string>): fc.Arbitrary<Node> =>
      fc.record({
        kind: fc.constantFrom(...kinds),
        children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
        style: styles,
      })
    const repeated = mixed
      ? fc.option(tie('tree'), { nil: undefined })
      : fc.option(fc.constant(HEAD), { nil: undefined })
    return {
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true, maxDepth: 3 },
        textNode(style, mixed ? inserts : undefined),
        container(['block', 'list'], style),
        container(['column', 'row'], styled(FLEX)),
        fc.record({
          kind: fc.constant('table' as const),
          rows: fc.array(tie('row'), { minLength: 1, maxLength: 4 }),
          head: repeated,
          foot: mixed ? repeated : fc.constant(undefined),
          style: fc.constantFrom(...(mixed ? MIXED_TABLES : TABLES)),
          ...(mixed && {
            caption: fc.option(textNode(style, undefined), { nil: undefined, freq: 1 }),
            partRows: PART_ROWS,
          }),
        }),
        ...(mixed
          ? [
              container(['columns', 'float', 'sheet', 'moved', 'numbers', 'inline-block'], style),
              container(['grid'], styled(GRID)),
              imageNode(style),
            ]
          : []),
      ),
      row: fc.record({
        cells: fc.array(
          fc.record({
            content: tie('tree'),
            rowSpan: mixed ? fc.constantFrom(1, 1, 1, 2, 3) : fc.constant(1),
            ...(mixed && { style: fc.constantFrom(...CELLS) }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        style: fc.constantFrom(...BREAKS.filter(occurs)),
      }),
    }
  })
  return fc.array(tree, { minLength: 1, maxLength: 4 })
}

const PART: fc.Arbitrary<PartName | undefined> = fc.option(
  fc.constantFrom<PartName[]>('first', 'last', 'continued', 'continuing'),
  { nil: undefined, freq: 1 },
)

const PART_ROWS: fc.Arbitrary<PartRows> = fc.record({ head: PART, foot: PART })

/** No taller than the lowest page. */
function imageNode(style: fc.Arbitrary<string>): fc.Arbitrary<Node> {
  return fc.record({ kind: fc.constant('image' as const), height: fc.integer({ min: 1, max: 14 }), style })
}

const HEAD: Node = { kind: 'text', words: 1, style: '' }

const INSERTS: readonly Insert['kind'][] = [
  'footnote',
  'footnote',
  'float',
  'absolute',
  'running',
  'inline-block',
  'inline-table',
]

/** @param kinds of what stands among the words; undefined for words alone */
function textNode(style: fc.Arbitrary<string>, kinds: readonly Insert['kind'][] | undefined): fc.Arbitrary<Node> {
  const words = fc.integer({ min: 1, max: kinds ? 15 : 40 })
  const kind = fc.constant('text' as const)
  if (!kinds) return fc.record({ kind, words, style })
  const insert = fc.record({
    kind: fc.constantFrom(...kinds),
    after: fc.integer({ min: 0, max: 14 }),
    words: fc.integer({ min: 1, max: 9 }),
  })
  const inserts = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(insert, { maxLength: 3 }))
  return fc.record({ kind, words, style, inserts })
}

/** A document as markup. */
export interface WrittenDocument {
  readonly body: string
  /** That of each of its nodes. */
  readonly parts: readonly string[]
  /** Words of the text: `leaf.word`, so that each is unique and its order can be checked. */
  readonly words: number
  /** Words of footnotes: `nleaf.word`. */
  readonly notes: number
  /** Images outside of what repeats. */
  readonly images: number
}

/**
 * Words of absolutely positioned boxes begin with `a`, those of headers and footers, which repeat, with `h`, or `b` if
 * they are absolutely positioned there, those of running elements with `r`.
 */
export function writeDocument(nodes: readonly Node[]): WrittenDocument {
  const writer = new Writer()
  const parts = nodes.map((node) => writer.write(node, ''))
  return { body: parts.join(''), parts, words: writer.words, notes: writer.notes, images: writer.images }
}

class Writer {
  words = 0
  notes = 0
  images = 0
  #leaves = 0

  /** @param prefix of the words: `h` in what repeats */
  write(node: Node, prefix: string): string {
    switch (node.kind) {
      case 'text':
        return this.#paragraph(node, prefix)
      case 'table':
        return this.#table(node, prefix)
      case 'image':
        if (prefix === '') this.images++
        return `<svg style="display:block;width:9px;height:${node.height}px;${node.style}"></svg>`
      case 'list':
      case 'numbers': {
        const items = node.children.map((child) => `<li>${this.write(child, prefix)}</li>`).join('')
        return `<ol style="margin:0;${CONTAINERS[node.kind]};${node.style}">${items}</ol>`
      }
      default: {
        const children = node.children.map((child) => this.write(child, prefix)).join('')
        return `<div style="${CONTAINERS[node.kind]};${node.style}">${children}</div>`
      }
    }
  }

  #paragraph({ words, style, inserts = [] }: TextNode, prefix: string): string {
    const id = this.#leaf(prefix, words)
    const texts = Array.from({ length: words }, (_, index) => `${id}.${index}`)
    for (const insert of inserts) {
      const at = Math.min(insert.after, words - 1)
      texts[at] += this.#insert(insert, prefix)
    }
    return `<p style="margin:0;${style}">${texts.join(' ')}</p>`
  }

  #leaf(prefix: string, words: number): string {
    if (prefix === '' || prefix === 'a') this.words += words
    if (prefix.startsWith('n')) this.notes += words
    return `${prefix}${this.#leaves++}`
  }

  #insert({ kind, words }: Insert, prefix: string): string {
    const outOfFlow = { footnote: 'n', running: 'r', absolute: prefix === '' ? 'a' : 'b' }
    const isAtomic = kind === 'inline-block' || kind === 'inline-table'
    const count = isAtomic ? Math.min(words, 2) : words
    const id = this.#leaf(kind in outOfFlow ? outOfFlow[kind as keyof typeof outOfFlow] : prefix, count)
    const text = Array.from({ length: count }, (_, index) => `${id}.${index}`).join(' ')
    switch (kind) {
      case 'footnote':
        return `<span style="float:footnote">${text}</span>`
      case 'float':
        return `<span style="float:left;width:min-content">${text}</span>`
      case 'absolute':
        return `<span style="position:absolute">${text}</span>`
      case 'running':
        return `<span style="position:running(title)">${text}</span>`
      case 'inline-block':
      case 'inline-table':
        return `<span style="display:${kind};width:min-content">${text}</span>`
    }
  }

  #table({ rows, head, foot, caption, partRows, style }: TableNode, prefix: string): string {
    const title = caption ? `<caption>${this.write(caption, prefix)}</caption>` : ''
    const above = head
      ? `<thead><tr><th>${this.write(head, 'h')}</th></tr>${this.#partRow(partRows?.head)}</thead>`
      : ''
    const body = rows.map(({ cells, style: rowStyle }) => {
      const markup = cells.map((cell) => {
        const span = cell.rowSpan > 1 ? ` rowspan=${cell.rowSpan}` : ''
        const cellStyle = cell.style ? ` style="${cell.style}"` : ''
        return `<td${span}${cellStyle}>${this.write(cell.content, prefix)}</td>`
      })
      return `<tr style="${rowStyle}">${markup.join('')}</tr>`
    })
    const below = foot
      ? `<tfoot>${this.#partRow(partRows?.foot)}<tr><td>${this.write(foot, 'h')}</td></tr></tfoot>`
      : ''
    return `<table style="${style}">${title}${above}<tbody>${body.join('')}</tbody>${below}</table>`
  }

  #partRow(part: PartName | undefined): string {
    return part ? `<tr data-table-part="${part}"><td>${this.#leaf('h', 1)}.0</td></tr>` : ''
  }
}
