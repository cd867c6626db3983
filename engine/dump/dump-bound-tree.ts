import type { BoundNode, BoundTree } from '../template/bound-tree.js'

/** A bound tree as indented text: `#id name attribute="value"`, texts as JSON strings. */
export function dumpBoundTree(tree: BoundTree): string {
  return dumpNode(tree.root, '')
}

function dumpNode(node: BoundNode, indent: string): string {
  if (node.kind === 'text') return `${indent}${JSON.stringify(node.text)}\n`
  const attributes = Array.from(node.attributes, ([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('')
  const children = node.children.map((child) => dumpNode(child, `${indent}  `)).join('')
  return `${indent}#${node.id} ${node.name}${attributes}\n${children}`
}
