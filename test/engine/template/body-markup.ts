import type { BoundNode, BoundTree } from '../../../engine/template/bound-tree.js'

/** The children of the body only, without ids: for tests about content. */
export function bodyMarkup(tree: BoundTree): string {
  const body = tree.root.children[1]
  return body?.kind === 'element' ? body.children.map((child) => markup(child)).join('') : ''
}

function markup(node: BoundNode): string {
  if (node.kind === 'text') return node.text
  const attributes = Array.from(node.attributes, ([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
  return `<${node.name}${attributes}>${node.children.map(markup).join('')}</${node.name}>`
}
