import type { Diagnostic } from '../../engine/base/diagnostics.js'
import { IDENTITY, mapRect, multiply } from '../../engine/base/matrix.js'
import { compileTemplate } from '../../engine/compile.js'
import type { FontLibrary } from '../../engine/fonts/font-types.js'
import { boxTransform } from '../../engine/layout/box-transform.js'
import type { BoxFragment, Fragment, TextFragment } from '../../engine/layout/fragment-tree.js'
import type { BoundElement } from '../../engine/template/bound-tree.js'
import { layOut } from '../engine/layout/lay-out.js'
import { PAGE } from './documents.js'
import type { Place, Rect } from './layout-record.js'

export interface MeasuredLayout {
  /** Rectangles of each element by its place among the descendants of the body, in document order. */
  readonly elements: readonly Place[]
  readonly words: readonly Place[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Elements that the browser's measurements leave out. */
const LEFT_OUT = new Set([
  'br',
  'wbr',
  'col',
  'colgroup',
  'style',
  'script',
  'template',
  'link',
  'meta',
  'title',
  'option',
])

/** Lays a document out and tells where its elements and words stand. */
export function measureLayout(html: string, fonts: FontLibrary): MeasuredLayout {
  const { pages, diagnostics } = layOut(compileTemplate({ html }, { fonts }))
  const walk = new FragmentWalk()
  for (const [index, { content }] of pages.entries()) {
    if (content) walk.visit(content.fragment, content.x, content.y + index * PAGE.height, undefined)
  }
  return { elements: walk.root ? elementPlaces(walk.root, walk.rects) : [], words: walk.words, diagnostics }
}

/** Collects the rectangles of elements and words from a fragment tree. */
class FragmentWalk {
  readonly rects = new Map<BoundElement, Rect[]>()
  readonly words: Place[] = []
  root: BoundElement | undefined
  /** How content is turned for its writing mode. The transforms of elements are not compared. */
  #matrix = IDENTITY

  /** @param around the element whose box is outside: boxes of its own within are generated content */
  visit(fragment: Fragment, x: number, y: number, around: BoundElement | undefined): void {
    switch (fragment.kind) {
      case 'text':
        this.#text(fragment, x, y)
        return
      case 'decoration':
        return
      case 'box': {
        const node = this.#box(fragment, x, y, around)
        const outer = this.#matrix
        const own = fragment.box.node ? undefined : boxTransform(fragment, x, y)
        if (own) this.#matrix = multiply(outer, own)
        for (const child of fragment.children) this.visit(child.fragment, x + child.x, y + child.y, node)
        this.#matrix = outer
        return
      }
      default:
        for (const child of fragment.children) this.visit(child.fragment, x + child.x, y + child.y, around)
    }
  }

  #box({ box, width, height }: BoxFragment, x: number, y: number, around: BoundElement | undefined) {
    const { node } = box
    if (!node) return around
    this.root ??= node
    if (box.kind === 'inline-root' || node === around) return node
    const rect = mapRect(this.#matrix, { x, y, width, height })
    const known = this.rects.get(node)
    if (known) known.push(rect)
    else this.rects.set(node, [rect])
    return node
  }

  /** Joins shaped pieces into words as white space separates them. */
  #text({ words, positions, height }: TextFragment, x: number, y: number): void {
    let label = ''
    let start = 0
    const end = (): void => {
      if (label !== '')
        this.words.push({ label, rects: [mapRect(this.#matrix, { x: x + start, y, width: 0, height })] })
      label = ''
    }
    for (const [index, word] of words.entries()) {
      const parts = word.text.split(/[\s\u00ad\u200b]+/)
      if (label === '') start = positions[index] ?? 0
      for (const [number, part] of parts.entries()) {
        if (number > 0) end()
        label += part
      }
    }
    end()
  }
}

function elementPlaces(root: BoundElement, rects: ReadonlyMap<BoundElement, readonly Rect[]>): Place[] {
  const places: Place[] = []
  const visit = (element: BoundElement, inBody: boolean): void => {
    if (LEFT_OUT.has(element.name)) return
    if (inBody) places.push({ label: element.name, rects: rects.get(element) ?? [] })
    if (element.name === 'svg' || element.name === 'head') return
    for (const child of element.children) {
      if (child.kind === 'element') visit(child, inBody || element.name === 'body')
    }
  }
  visit(root, false)
  return places
}
