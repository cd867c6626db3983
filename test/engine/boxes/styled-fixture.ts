import type { Span } from '../../../engine/base/source.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import type { PseudoElement, StyledTree } from '../../../engine/style/styled-tree.js'
import type { BoundElement, BoundNode } from '../../../engine/template/bound-tree.js'
import { createSquareFonts } from '../layout/square-fonts.js'
import { testStyle } from '../layout/test-style.js'

/** Styles by `tag`, `.class` or `#id`, each also with `::before`, `::after` or `::marker`; later rules win. */
export type Rules = Readonly<Record<string, Partial<ComputedStyle>>>

const SPAN: Span = { file: 'test.html', line: 1, column: 1, start: 0, end: 0 }

const INITIAL = testStyle(createSquareFonts(), { display: 'inline' })

const INHERITED = [
  'borderCollapse',
  'captionSide',
  'direction',
  'language',
  'listStylePosition',
  'listStyleType',
  'quotes',
  'textTransform',
  'visibility',
  'whiteSpaceCollapse',
  'textWrapMode',
] as const satisfies readonly (keyof ComputedStyle)[]

const DISPLAY: ReadonlyMap<string, ComputedStyle['display']> = new Map<string, ComputedStyle['display']>([
  ...['html', 'body', 'div', 'p', 'ul', 'ol', 'hr', 'pre'].map((name) => [name, 'block'] as const),
  ['li', 'list-item'],
  ['table', 'table'],
  ['caption', 'table-caption'],
  ['colgroup', 'table-column-group'],
  ['col', 'table-column'],
  ['thead', 'table-header-group'],
  ['tbody', 'table-row-group'],
  ['tfoot', 'table-footer-group'],
  ['tr', 'table-row'],
  ['td', 'table-cell'],
  ['th', 'table-cell'],
])

/**
 * A styled tree from well-formed markup in which `html` stands around everything. `style` attributes take
 * keyword properties in camel case: `style="display:block;whiteSpaceCollapse:preserve"`.
 */
export function styledFixture(markup: string, rules: Rules = {}): StyledTree {
  const { root, count } = parse(markup)
  const styles: ComputedStyle[] = new Array(count)
  resolve(root, INITIAL, rules, styles)
  const anonymous = new Map<string, ComputedStyle>()
  const styled: StyledTree = {
    tree: {
      root,
      elementCount: count,
      title: undefined,
      fileName: undefined,
      metadata: new Map(),
      language: '',
      mode: 'no-quirks',
      boundSheets: new Map(),
    },
    styles,
    inheriting: (element) => styles[element.id] ?? INITIAL,
    pseudo(element, which) {
      const own = declared(element, rules, `::${which}`)
      const parent = styles[element.id] ?? INITIAL
      return own ? derive(parent, 'inline', own) : undefined
    },
    rulesOf: () => [],
    hasFirstLetter: () => false,
    firstLetter: () => undefined,
    hasFirstLine: () => false,
    firstLine: () => undefined,
    anonymous(parent, display) {
      const key = `${parent.id} ${display}`
      const known = anonymous.get(key) ?? derive(parent, display, {})
      anonymous.set(key, known)
      return known
    },
    pageTargets: [],
    pageStyle() {
      throw new Error('expected no question for a page')
    },
    adopt: () => undefined,
    withViewport: () => styled,
  }
  return styled
}

function resolve(element: BoundElement, parent: ComputedStyle, rules: Rules, styles: ComputedStyle[]): void {
  const style = derive(parent, DISPLAY.get(element.name) ?? 'inline', declared(element, rules, '') ?? {})
  styles[element.id] = style
  for (const child of element.children) if (child.kind === 'element') resolve(child, style, rules, styles)
}

let nextStyle = 1_000_000

function derive(parent: ComputedStyle, display: ComputedStyle['display'], own: Partial<ComputedStyle>): ComputedStyle {
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, parent[name]]))
  return { ...INITIAL, ...inherited, display, ...own, id: nextStyle++ }
}

function declared(
  element: BoundElement,
  rules: Rules,
  pseudo: '' | `::${PseudoElement}`,
): Partial<ComputedStyle> | undefined {
  const id = element.attributes.get('id')
  const selectors = [element.name, ...(element.attributes.get('class')?.split(' ') ?? []).map((name) => `.${name}`)]
  if (id !== undefined) selectors.push(`#${id}`)
  const matching = Object.entries(rules).filter(([selector]) =>
    selectors.some((candidate) => candidate + pseudo === selector),
  )
  const inline = pseudo === '' ? element.attributes.get('style') : undefined
  if (matching.length === 0 && inline === undefined) return undefined
  const fromAttribute = (inline ?? '').split(';').map((declaration) => declaration.split(':'))
  return Object.assign({}, ...matching.map(([, style]) => style), Object.fromEntries(fromAttribute))
}

/** Reads `<a b="c">`, `</a>`, `<br/>` and text, in which `&nbsp;` and the like are not known. */
function parse(markup: string): { readonly root: BoundElement; readonly count: number } {
  let count = 0
  const open = (name: string, attributes: string, parent: BoundElement | undefined, children: BoundNode[]) => {
    const map = new Map(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
    )
    const id = count++
    const index = parent?.children.filter((child) => child.kind === 'element').length ?? 0
    const template = {
      kind: 'element',
      id,
      name,
      namespace: 'html',
      attributes: [],
      staticAttributes: map,
      children: [],
      span: SPAN,
    } as const
    return { kind: 'element', id, template, name, attributes: map, parent, index, children } as const
  }
  const rootChildren: BoundNode[] = []
  const root = open('html', '', undefined, rootChildren)
  const stack: { readonly element: BoundElement; readonly children: BoundNode[] }[] = [
    { element: root, children: rootChildren },
  ]
  for (const [token, closing, name, attributes, empty] of markup.matchAll(
    /<(\/?)([a-z0-9]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|[^<]+/g,
  )) {
    const current = stack.at(-1)
    if (!current) throw new Error(`expected no end tag at ${token}`)
    if (name === undefined) {
      current.children.push({ kind: 'text', text: token, parent: current.element })
    } else if (closing === '/') {
      if (current.element.name !== name) throw new Error(`expected </${current.element.name}> at ${token}`)
      stack.pop()
    } else {
      const children: BoundNode[] = []
      const element = open(name, attributes ?? '', current.element, children)
      current.children.push(element)
      if (empty !== '/') stack.push({ element, children })
    }
  }
  if (stack.length !== 1) throw new Error('expected every element to be closed')
  return { root, count }
}
