import type { MappedBox, PageMap } from '../../engine/index.js'
import type { Four, PreviewBox, PreviewElement, PreviewMap } from './preview-map.js'

/** Writes the maps of pages so that they stay small on their way to a browser. */
export function compactMap(pages: readonly PageMap[]): PreviewMap {
  const elements: PreviewElement[] = []
  const known = new Map<string, number>()
  const indexOf = ({ element, span: { file, line, column, start, end } }: MappedBox): number => {
    const key = `${start} ${end} ${element} ${file}`
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, elements.length)
    return elements.push([element, file, line, column, start, end]) - 1
  }
  return {
    pages: pages.map(({ width, height, trim, area, boxes }) => ({
      width: short(width),
      height: short(height),
      trim: corners(trim),
      area: corners(area),
      boxes: boxes.map((box) => compactBox(box, indexOf(box))),
    })),
    elements,
  }
}

function compactBox(box: MappedBox, element: number): PreviewBox {
  const { x, y, width, height, margin, border, padding, transform, parent } = box
  const m = edges(margin)
  const b = edges(border)
  const p = edges(padding)
  return {
    e: element,
    r: [short(x), short(y), short(width), short(height)],
    ...(m && { m }),
    ...(b && { b }),
    ...(p && { p }),
    ...(transform && { t: transform }),
    u: parent,
  }
}

function corners({ x, y, width, height }: PageMap['area']): Four {
  return [short(x), short(y), short(width), short(height)]
}

function edges({ top, right, bottom, left }: MappedBox['margin']): Four | undefined {
  if (top === 0 && right === 0 && bottom === 0 && left === 0) return undefined
  return [short(top), short(right), short(bottom), short(left)]
}

function short(points: number): number {
  return Math.round(points * 100) / 100
}
