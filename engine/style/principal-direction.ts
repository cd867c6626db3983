import type { BoundElement } from '../template/bound-tree.js'
import type { StyleEnvironment, StyleRecord } from './compute-style.js'
import type { ComputedStyle } from './computed-style.js'

/** The roots in the other direction than their own, made once. */
const turned = new WeakMap<StyleRecord, StyleRecord>()

/**
 * The record with the style in which the root is laid out (css-writing-modes-4 §8): the direction is that of the body, which had the
 * root's to inherit. Containment keeps it within the body (css-contain-2 §2).
 */
export function inPrincipalDirection(
  { nextId }: StyleEnvironment,
  root: BoundElement,
  own: StyleRecord,
  styleOf: (element: BoundElement) => ComputedStyle,
): StyleRecord {
  if (root.name !== 'html') return own
  const body = root.children.find((child) => child.kind === 'element' && child.name === 'body')
  if (body?.kind !== 'element') return own
  const { direction, contain, display } = styleOf(body)
  if (direction === own.style.direction || display === 'none' || isContained(contain) || isContained(own.style.contain))
    return own
  let record = turned.get(own)
  if (!record) {
    record = { ...own, style: { ...own.style, id: nextId(), direction } }
    turned.set(own, record)
  }
  return record
}

function isContained({ layout, paint, size, style }: ComputedStyle['contain']): boolean {
  return layout || paint || size !== 'none' || style
}
