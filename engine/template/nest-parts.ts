import { assertNever } from '../base/invariant.js'
import type { TemplateElement, TemplateNode } from './template-tree.js'

/** Makes a part of a table of this name with these children. */
type MakePart = (name: 'tbody' | 'tr', children: TemplateNode[]) => TemplateElement

/**
 * The children of a table or a part of one as HTML parsing nests them (§13.2.6.4.9 and after), so that selectors meet
 * the tree they meet in a browser: cells stand in rows, rows in groups of rows.
 */
export function nestParts(name: string, children: readonly TemplateNode[], make: MakePart): readonly TemplateNode[] {
  if (name !== 'table' && !ROW_GROUPS.has(name)) return children
  const rows = wrapRuns(children, CELLS, (cells) => make('tr', cells))
  return name === 'table' ? wrapRuns(rows, ROWS, (run) => make('tbody', run)) : rows
}

const ROW_GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])
const ROWS: ReadonlySet<string> = new Set(['tr'])
const CELLS: ReadonlySet<string> = new Set(['td', 'th'])

/** Wraps runs of elements with one of these names. Blocks around them go into the wrapper whole. */
function wrapRuns(
  children: readonly TemplateNode[],
  names: ReadonlySet<string>,
  wrap: (run: TemplateNode[]) => TemplateElement,
): readonly TemplateNode[] {
  if (children.every((child) => child.kind === 'element' && !names.has(child.name))) return children
  const wrapped: TemplateNode[] = []
  let run: TemplateNode[] = []
  let blanks: TemplateNode[] = []
  const endRun = () => {
    if (run.length > 0) wrapped.push(wrap(run))
    wrapped.push(...blanks)
    run = []
    blanks = []
  }
  for (const child of children) {
    const content = contentOf(child, names)
    if (content === 'named') {
      run.push(...blanks, child)
      blanks = []
    } else if (content === 'blank' && run.length > 0) {
      blanks.push(child)
    } else {
      endRun()
      wrapped.push(content === 'other' ? wrapWithin(child, names, wrap) : child)
    }
  }
  endRun()
  return wrapped
}

type Content = 'named' | 'blank' | 'other'

function contentOf(node: TemplateNode, names: ReadonlySet<string>): Content {
  switch (node.kind) {
    case 'element':
      return names.has(node.name) ? 'named' : 'other'
    case 'text':
      return node.parts.every((part) => typeof part === 'string' && /^[ \t\n\f\r]*$/.test(part)) ? 'blank' : 'other'
    case 'raw':
    case 'partial':
      return 'other'
    case 'let':
      return contentOfAll(node.children, names)
    case 'each':
      return combine(contentOfAll(node.children, names), contentOfAll(node.otherwise, names))
    case 'if':
      return node.branches.reduce(
        (content, branch) => combine(content, contentOfAll(branch.children, names)),
        contentOfAll(node.otherwise, names),
      )
    default:
      return assertNever(node)
  }
}

function contentOfAll(nodes: readonly TemplateNode[], names: ReadonlySet<string>): Content {
  let content: Content = 'blank'
  for (const node of nodes) content = combine(content, contentOf(node, names))
  return content
}

function combine(a: Content, b: Content): Content {
  if (a === 'other' || b === 'other') return 'other'
  return a === 'named' || b === 'named' ? 'named' : 'blank'
}

/** Such elements within a block that also holds other parts of the table. */
function wrapWithin(
  node: TemplateNode,
  names: ReadonlySet<string>,
  makePart: (run: TemplateNode[]) => TemplateElement,
): TemplateNode {
  const wrap = (children: readonly TemplateNode[]) => wrapRuns(children, names, makePart)
  switch (node.kind) {
    case 'element':
    case 'text':
    case 'raw':
    case 'partial':
      return node
    case 'let':
      return { ...node, children: wrap(node.children) }
    case 'each':
      return { ...node, children: wrap(node.children), otherwise: wrap(node.otherwise) }
    case 'if':
      return {
        ...node,
        branches: node.branches.map((branch) => ({ ...branch, children: wrap(branch.children) })),
        otherwise: wrap(node.otherwise),
      }
    default:
      return assertNever(node)
  }
}
