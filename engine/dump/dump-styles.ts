import type { ComputedStyle } from '../style/computed-style.js'
import { initialStyle } from '../style/initial-style.js'
import type { StyledTree } from '../style/styled-tree.js'
import type { BoundElement } from '../template/bound-tree.js'

/** Fields that say nothing which others do not say, or mean nothing outside the process. */
const LEFT_OUT: ReadonlySet<string> = new Set(['id', 'font', 'fontFeatures', 'fontSizeSource', 'inlineLevel'])

/**
 * The elements of a document, each with those fields of its computed style that it neither inherits nor has initially:
 *
 *     #3 p
 *       display: "block"
 *       marginTop: {"kind":"px","value":16}
 */
export function dumpStyles(tree: StyledTree): string {
  const lines: string[] = []
  dump(tree, tree.tree.root, undefined, '', lines)
  return lines.join('\n')
}

function dump(
  tree: StyledTree,
  element: BoundElement,
  parent: ComputedStyle | undefined,
  indent: string,
  lines: string[],
): void {
  const style = tree.styles[element.id]
  if (!style) return
  lines.push(`${indent}#${element.id} ${element.name}`)
  const expected = fieldsOf(parent ? tree.anonymous(parent, 'inline') : initialStyle(-1, style.font))
  for (const [name, value] of fieldsOf(style)) {
    if (expected.get(name) !== value) lines.push(`${indent}  ${name}: ${value}`)
  }
  for (const child of element.children) {
    if (child.kind === 'element') dump(tree, child, style, `${indent}  `, lines)
  }
}

/** The fields of a style as texts that can be compared. */
function fieldsOf(style: ComputedStyle): ReadonlyMap<string, string> {
  const fields = Object.entries(style).filter(([name]) => !LEFT_OUT.has(name))
  return new Map(fields.map(([name, value]) => [name, textOf(value)]))
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (part instanceof Map ? Object.fromEntries(part) : part)) ?? 'undefined'
}
