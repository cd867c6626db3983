import { IDENTITY, type Matrix, mapRect, multiply } from '../../base/matrix.js'
import type { DrawnLink, VectorNode } from '../vector-types.js'
import { boundsOf } from './node-bounds.js'
import type { SvgElement } from './svg-element.js'

/** Longer texts say no more of where a link leads. */
const LABEL_LENGTH = 200

/** Where a link of a drawing leads (SVG 2 §16.2), and what it is told as; undefined for an `<a>` that leads nowhere. */
export function linkOf(element: SvgElement): Omit<DrawnLink, 'area'> | undefined {
  const { attributes } = element
  const address = (attributes.get('href') ?? attributes.get('xlink:href'))?.trim()
  if (!address) return undefined
  const label = attributes.get('aria-label') ?? textIn(element)
  return { address, label: label.replace(/\s+/gu, ' ').trim().slice(0, LABEL_LENGTH) }
}

/** The link that all of a text is. */
export function linkWithin(text: SvgElement): SvgElement | undefined {
  const [only, ...others] = text.children.filter((child) => child.kind === 'element' || child.text.trim() !== '')
  return others.length === 0 && only?.kind === 'element' && only.name === 'a' ? only : undefined
}

/**
 * The links of a drawing, each with the rectangle around what it holds.
 * @param count is told how many parts are looked at
 */
export function drawnLinks(nodes: readonly VectorNode[], count: (parts: number) => void): readonly DrawnLink[] {
  const links: DrawnLink[] = []
  collect(nodes, IDENTITY, count, links)
  return links
}

function collect(
  nodes: readonly VectorNode[],
  matrix: Matrix,
  count: (parts: number) => void,
  links: DrawnLink[],
): void {
  count(nodes.length)
  for (const node of nodes) {
    if (node.kind !== 'group') continue
    const inner = node.transform ? multiply(matrix, node.transform) : matrix
    const bounds = node.link && boundsOf(node.children, count)
    if (node.link && bounds) links.push({ ...node.link, area: mapRect(inner, bounds) })
    collect(node.children, inner, count, links)
  }
}

function textIn({ children }: SvgElement): string {
  let text = ''
  for (const child of children) {
    text += child.kind === 'text' ? child.text : ` ${textIn(child)} `
    if (text.length > LABEL_LENGTH * 2) break
  }
  return text
}
