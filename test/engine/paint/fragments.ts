import type { Insets } from '../../../engine/base/geometry.js'
import type { Box, FlowChild, InlineBox, TableColumn } from '../../../engine/boxes/box-tree.js'
import { resolveLength } from '../../../engine/css/values/resolve-length.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import type { FontSelection, ShapedWord } from '../../../engine/fonts/font-types.js'
import type { DecodedImage } from '../../../engine/images/image-types.js'
import { boxFragment } from '../../../engine/layout/box-fragment.js'
import type {
  BoxFragment,
  Fragment,
  LineFragment,
  PlacedFragment,
  TextFragment,
} from '../../../engine/layout/fragment-tree.js'
import { lineFragment, textFragment } from '../../../engine/layout/inline/text-fragment.js'
import type { Page } from '../../../engine/layout/page.js'
import type { BorderStyle, Color, ComputedStyle } from '../../../engine/style/computed-style.js'
import { initialStyle } from '../../../engine/style/initial-style.js'
import type { BoundElement } from '../../../engine/template/bound-tree.js'

/** Builders of fragments by hand, for tests that paint without laying out. */

export const fonts = createFontLibrary()

export function select(weight = 400): FontSelection {
  return fonts.select({ families: ['Liberation Sans'], weight, style: 'normal', stretch: 100 })
}

const INITIAL = initialStyle(0, select())

export function style(changes: Partial<ComputedStyle> = {}): ComputedStyle {
  return { ...INITIAL, display: 'block', ...changes }
}

/** `#rgb` or `#rrggbb`, with an alpha of 0 to 1. */
export function color(hex: string, alpha = 1): Color {
  const digits = hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
  return { red, green, blue, alpha }
}

type SideBorder = readonly [width: number, style: BorderStyle, color: string]

/** Border properties of all sides, or of top, right, bottom and left. */
export function border(...sides: readonly SideBorder[]): Partial<ComputedStyle> {
  const [top = [0, 'none', '#000'], right = top, bottom = top, left = right] = sides
  return {
    borderTopWidth: top[0],
    borderTopStyle: top[1],
    borderTopColor: color(top[2]),
    borderRightWidth: right[0],
    borderRightStyle: right[1],
    borderRightColor: color(right[2]),
    borderBottomWidth: bottom[0],
    borderBottomStyle: bottom[1],
    borderBottomColor: color(bottom[2]),
    borderLeftWidth: left[0],
    borderLeftStyle: left[1],
    borderLeftColor: color(left[2]),
  }
}

export function radius(horizontal: number, vertical = horizontal): Partial<ComputedStyle> {
  const corner = { horizontal, vertical }
  return {
    borderTopLeftRadius: corner,
    borderTopRightRadius: corner,
    borderBottomRightRadius: corner,
    borderBottomLeftRadius: corner,
  }
}

const NO_CHILDREN: readonly FlowChild[] = []

let boxes = 0

export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  parent?: BoundElement,
): BoundElement {
  const span = { file: 'test.html', line: 1, column: 1, start: 0, end: 0 }
  const map = new Map(Object.entries(attributes))
  return {
    kind: 'element',
    id: 0,
    template: {
      kind: 'element',
      id: 0,
      name,
      namespace: 'html',
      attributes: [],
      staticAttributes: map,
      children: [],
      span,
    },
    name,
    attributes: map,
    parent,
    index: 0,
    children: [],
  }
}

export interface FragmentOptions {
  readonly style?: Partial<ComputedStyle>
  readonly node?: BoundElement
  readonly border?: Insets
  readonly padding?: Insets
  readonly cut?: BoxFragment['cut']
  readonly image?: DecodedImage
  readonly collapsedBorders?: BoxFragment['collapsedBorders']
}

export function at(x: number, y: number, fragment: Fragment): PlacedFragment {
  return { x, y, fragment }
}

/** A block's fragment, with the borders of its style. */
export function block(
  width: number,
  height: number,
  options: FragmentOptions = {},
  ...children: PlacedFragment[]
): BoxFragment {
  const own = style(options.style)
  const box: Box = {
    kind: 'block',
    id: boxes++,
    style: own,
    node: options.node,
    children: NO_CHILDREN,
    marker: undefined,
    formattingContext: false,
  }
  return fragmentOf(box, width, height, options, children)
}

/** A flex container or grid around items. */
export function items(
  kind: 'flex' | 'grid',
  width: number,
  height: number,
  ...children: PlacedFragment[]
): BoxFragment {
  const box: Box = { kind, id: boxes++, style: style({ display: kind }), node: undefined, children: [] }
  return fragmentOf(box, width, height, {}, children)
}

export function inline(
  width: number,
  height: number,
  options: FragmentOptions,
  ...children: PlacedFragment[]
): BoxFragment {
  const box: InlineBox = { kind: 'inline', id: boxes++, style: style(options.style), node: options.node }
  return fragmentOf(box, width, height, options, children)
}

export function inlineRoot(
  width: number,
  height: number,
  around: ComputedStyle,
  ...children: PlacedFragment[]
): BoxFragment {
  const box: Box = { kind: 'inline-root', id: boxes++, style: around, node: undefined, items: [], decorations: [] }
  return { ...fragmentOf(box, width, height, {}, children), border: NO_INSETS }
}

export function replaced(
  width: number,
  height: number,
  image: DecodedImage,
  options: FragmentOptions = {},
): BoxFragment {
  const box: Box = {
    kind: 'replaced',
    id: boxes++,
    style: style(options.style),
    node: options.node ?? element('img'),
    image,
    naturalWidth: image.width,
    naturalHeight: image.height,
    alternative: '',
  }
  return fragmentOf(box, width, height, { ...options, image }, [])
}

export function cell(
  column: number,
  width: number,
  height: number,
  options: FragmentOptions = {},
  ...children: PlacedFragment[]
): BoxFragment {
  const own = style({ display: 'table-cell', ...options.style })
  const content = children.flatMap(({ fragment }) =>
    fragment.kind === 'box' && fragment.box.kind === 'block' ? [fragment.box] : [],
  )
  const box: Box = {
    kind: 'table-cell',
    id: boxes++,
    style: own,
    node: options.node,
    column,
    colSpan: 1,
    rowSpan: 1,
    children: content,
  }
  return fragmentOf(box, width, height, options, children)
}

export function row(width: number, height: number, options: FragmentOptions, ...cells: PlacedFragment[]): BoxFragment {
  const box: Box = {
    kind: 'table-row',
    id: boxes++,
    style: style(options.style),
    node: options.node,
    cells: [],
    spannedInto: false,
  }
  return fragmentOf(box, width, height, options, cells)
}

export function section(
  width: number,
  height: number,
  options: FragmentOptions,
  ...rows: PlacedFragment[]
): BoxFragment {
  const box: Box = {
    kind: 'table-section',
    id: boxes++,
    style: style(options.style),
    node: options.node,
    role: 'body',
    rows: [],
  }
  return fragmentOf(box, width, height, options, rows)
}

export function table(
  width: number,
  height: number,
  options: FragmentOptions & { readonly columns?: readonly TableColumn[] },
  ...sections: PlacedFragment[]
): BoxFragment {
  const own = style(options.style)
  const box: Box = {
    kind: 'table',
    id: boxes++,
    style: own,
    node: options.node,
    columns: options.columns ?? [],
    sections: [],
  }
  return fragmentOf(box, width, height, options, sections)
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

function fragmentOf(
  box: BoxFragment['box'],
  width: number,
  height: number,
  options: FragmentOptions,
  children: readonly PlacedFragment[],
): BoxFragment {
  const { borderTopWidth: top, borderRightWidth: right, borderBottomWidth: bottom, borderLeftWidth: left } = box.style
  return boxFragment({
    box,
    width,
    height,
    border: options.border ?? { top, right, bottom, left },
    padding: options.padding ?? NO_INSETS,
    children,
    image: options.image,
    collapsedBorders: options.collapsedBorders,
    cut: options.cut,
  })
}

/** A line that holds one text in Liberation Sans. */
export function line(text: string, changes: Partial<ComputedStyle> = {}): LineFragment {
  const fragment = textOf(text, changes)
  return lineFragment({
    width: fragment.width,
    height: fragment.height,
    baseline: fragment.ascent,
    children: [at(0, 0, fragment)],
  })
}

function textOf(text: string, changes: Partial<ComputedStyle> = {}): TextFragment {
  const own = style(changes)
  const { words, positions, width } = shape(text, own.fontSize, own.fontWeight)
  return textFragment({
    style: own,
    fontSize: own.fontSize,
    width,
    height: own.fontSize * 1.2,
    ascent: own.fontSize,
    words,
    positions,
    letterSpacing: resolveLength(own.letterSpacing, own.fontSize),
    isLeader: false,
  })
}

/** Words and spaces of a left-to-right text, one after the other. */
export function shape(
  text: string,
  fontSize: number,
  weight = 400,
): { words: ShapedWord[]; positions: number[]; width: number } {
  const shaping = fonts.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  const words: ShapedWord[] = []
  const positions: number[] = []
  let x = 0
  for (const part of text.match(/ |[^ ]+/g) ?? []) {
    const face = select(weight).primary
    const word = fonts.shape(face, shaping, part)
    words.push(word)
    positions.push(x)
    x += (word.width / face.unitsPerEm) * fontSize
  }
  return { words, positions, width: x }
}

/** A page of 200 × 100 px with a margin of 10 px. */
export function page(content: Fragment | undefined, changes: Partial<Page['style']> = {}): Page {
  return {
    number: 1,
    style: {
      size: { width: 200, height: 100 },
      contentScale: 1,
      exactArea: undefined,
      clipsContent: false,
      margin: { top: 10, right: 10, bottom: 10, left: 10 },
      sheet: { marks: { crop: false, cross: false }, bleed: 0 },
      padding: NO_INSETS,
      style: style(),
      marginBoxes: new Map(),
      footnote: style(),
      ...changes,
    },
    content: content && at(10, 10, content),
    group: { index: 0, page: 1 },
    marginBoxes: [],
  }
}
