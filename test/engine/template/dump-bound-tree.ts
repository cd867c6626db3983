import type { BoundNode, BoundTree } from '../../../engine/template/bound-tree.js'

/** A bound tree as indented text: `#id name attribute="value"`, texts as JSON strings. */
export function dumpBoundTree(tree: BoundTree): string {
  return dumpNode(tree.root, '')
}

/** The children of the body only, without ids: for tests about content. */
export function dumpBody(tree: BoundTree): string {
  const body = tree.root.children[1]
  return body?.kind === 'element' ? body.children.map((child) => markup(child)).join('') : ''
}

function dumpNode(node: BoundNode, indent: string): string {
  if (node.kind === 'text') return `${indent}${JSON.stringify(node.text)}\n`
  const attributes = Array.from(node.attributes, ([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
  const children = node.children.map((child) => dumpNode(child, `${indent}  `)).join('')
  return `${indent}#${node.id} ${node.name}${attributes}\n${children}`
}

function markup(node: BoundNode): string {
  if (node.kind === 'text') return node.text
  const attributes = Array.from(node.attributes, ([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
  return `<${node.name}${attributes}>${node.children.map(markup).join('')}</${node.name}>`
}
