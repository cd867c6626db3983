import type { AppliedRule, MappedBox, PageMap } from '../../engine/index.js'
import type { Four, PreviewBox, PreviewElement, PreviewMap, PreviewRule, WinningRule } from './preview-map.js'

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
  const styles = new StyleTable()
  return {
    pages: pages.map(({ width, height, trim, area, boxes }) => ({
      width: short(width),
      height: short(height),
      trim: corners(trim),
      area: corners(area),
      boxes: boxes.map((box) => compactBox(box, indexOf(box), styles.indexOf(box.rules))),
    })),
    elements,
    ...styles.tables,
  }
}

/** The rules of all styles, each text once. */
class StyleTable {
  readonly #texts = new Interned<string>()
  readonly #rules = new Interned<PreviewRule>()
  readonly #styles = new Interned<readonly WinningRule[]>()

  get tables(): Pick<PreviewMap, 'texts' | 'rules' | 'styles'> {
    return { texts: this.#texts.items, rules: this.#rules.items, styles: this.#styles.items }
  }

  /** @param rules the same array for all boxes of one style */
  indexOf(rules: readonly AppliedRule[]): number {
    return this.#styles.indexOf(rules, () =>
      rules.map((rule) => {
        const texts = rule.declarations.map((text) => this.#textIndex(text))
        return [this.#ruleIndex(rule), ...texts]
      }),
    )
  }

  #ruleIndex({ source, selectors, span }: AppliedRule): number {
    const key = `${source} ${selectors} ${span?.start} ${span?.file}`
    return this.#rules.indexOf(key, () => {
      const text = this.#textIndex(selectors)
      return span ? [source, text, [span.file, span.line, span.column, span.start]] : [source, text]
    })
  }

  #textIndex(text: string): number {
    return this.#texts.indexOf(text, () => text)
  }
}

/** A list in which everything stands once. */
class Interned<Item> {
  readonly items: Item[] = []
  readonly #indices = new Map<unknown, number>()

  indexOf(key: unknown, make: () => Item): number {
    const known = this.#indices.get(key)
    if (known !== undefined) return known
    const item = make()
    const index = this.items.push(item) - 1
    this.#indices.set(key, index)
    return index
  }
}

function compactBox(box: MappedBox, element: number, style: number): PreviewBox {
  const { x, y, width, height, margin, border, padding, transform, parent } = box
  const m = edges(margin)
  const b = edges(border)
  const p = edges(padding)
  return {
    e: element,
    s: style,
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
