import type { TemplateElement, TemplateNode } from './template-tree.js'

/**
 * Puts the rows that stand directly in a table into `tbody` elements, as HTML parsing does (§13.2.6.4.9), so that
 * selectors meet the tree they meet in a browser. Blocks around rows go into the `tbody` whole.
 *
 * @param makeBody a new `tbody` with these children
 */
export function wrapRows(
  children: readonly TemplateNode[],
  makeBody: (rows: TemplateNode[]) => TemplateElement,
): readonly TemplateNode[] {
  if (children.every((child) => child.kind === 'element' && child.name !== 'tr')) return children
  const wrapped: TemplateNode[] = []
  let rows: TemplateNode[] = []
  let blanks: TemplateNode[] = []
  const endRun = () => {
    if (rows.length > 0) wrapped.push(makeBody(rows))
    wrapped.push(...blanks)
    rows = []
    blanks = []
  }
  for (const child of children) {
    const content = contentOf(child)
    if (content === 'rows') {
      rows.push(...blanks, child)
      blanks = []
    } else if (content === 'blank' && rows.length > 0) {
      blanks.push(child)
    } else {
      endRun()
      wrapped.push(content === 'other' ? wrapWithin(child, makeBody) : child)
    }
  }
  endRun()
  return wrapped
}

type Content = 'rows' | 'blank' | 'other'

function contentOf(node: TemplateNode): Content {
  switch (node.kind) {
    case 'element':
      return node.name === 'tr' ? 'rows' : 'other'
    case 'text':
      return node.parts.every((part) => typeof part === 'string' && /^[ \t\n\f\r]*$/.test(part)) ? 'blank' : 'other'
    case 'raw':
      return 'other'
    case 'let':
      return contentOfAll(node.children)
    case 'each':
      return combine(contentOfAll(node.children), contentOfAll(node.otherwise))
    case 'if':
      return node.branches.reduce(
        (content, branch) => combine(content, contentOfAll(branch.children)),
        contentOfAll(node.otherwise),
      )
  }
}

function contentOfAll(nodes: readonly TemplateNode[]): Content {
  let content: Content = 'blank'
  for (const node of nodes) content = combine(content, contentOf(node))
  return content
}

function combine(a: Content, b: Content): Content {
  if (a === 'other' || b === 'other') return 'other'
  return a === 'rows' || b === 'rows' ? 'rows' : 'blank'
}

/** Rows within a block that also holds other parts of the table. */
function wrapWithin(node: TemplateNode, makeBody: (rows: TemplateNode[]) => TemplateElement): TemplateNode {
  const wrap = (children: readonly TemplateNode[]) => wrapRows(children, makeBody)
  switch (node.kind) {
    case 'element':
    case 'text':
    case 'raw':
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
  }
}
