import { BoundedCache } from '../base/bounded-cache.js'
import type { Size } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import type { PageRulesSetting } from '../base/template-settings.js'
import { PX_PER_UNIT, snap } from '../base/units.js'
import type { DeclarationBlock } from '../css/properties/declaration.js'
import { usedLineHeight } from '../css/properties/fonts.js'
import type { PageDescriptors, PageMarks, PageSizeDeclaration } from '../css/syntax/page-descriptors.js'
import { type PageRule, pageSelectorMatches } from '../css/syntax/page-rule.js'
import { lengthPx, type UnitContext } from '../css/values/compute-length.js'
import type { ContentDeclaration } from '../css/values/content-value.js'
import { usedFontSize } from '../css/values/font-size-adjust.js'
import type { CascadeStep, Origin } from './cascade.js'
import { computeStyle, type StyleEnvironment, type StyleRecord } from './compute-style.js'
import type { ComputedStyle } from './computed-style.js'
import { LayerOrder, UNLAYERED } from './layer-order.js'
import { pageBox } from './page-box.js'
import {
  type InsertedSheet,
  MARGIN_BOX_NAMES,
  type MarginBoxName,
  type PageSelectorInput,
  type PageSheet,
  type PageStyle,
} from './page-style.js'

/** What is known of a page before its margin boxes. */
type PageBox = Omit<PageStyle, 'marginBoxes' | 'footnote'>

/** An `@page` rule with its origin and place among all. */
interface OrderedPageRule {
  readonly rule: PageRule
  readonly origin: Origin
  /** Place of its cascade layer within the origin. */
  readonly layer: number
}

/** Distinct sets of page rules that a document may use at a time; more are computed again. */
const KEPT_PAGE_STYLES = 256

/** The page box of a document unless its style sheets say otherwise. */
export interface InitialPage {
  /** In px. */
  readonly size: Size
  /** Which sizes of `@page` rules count: all of them, their orientation, or none. */
  readonly sizes: PageRulesSetting
}

/** Page rules of the default style sheet and of the author, and the page styles that were computed from them. */
export class PageCascade {
  readonly #rules: readonly OrderedPageRule[]
  readonly #styles = new WeakMap<StyleRecord, BoundedCache<string, PageStyle>>()
  readonly #steps = new Map<DeclarationBlock, CascadeStep>()

  /** The addresses that cross-references in the content of margin boxes name. */
  readonly targets: readonly string[]

  constructor(
    userAgent: readonly PageRule[],
    author: readonly PageRule[],
    layers: LayerOrder,
    private readonly initial: InitialPage,
  ) {
    this.#rules = [
      ...userAgent.map((rule) => ({ rule, origin: 'user-agent' as const, layer: UNLAYERED })),
      ...author.map((rule) => ({ rule, origin: 'author' as const, layer: layers.of(rule.layer) })),
    ]
    this.targets = author.flatMap(({ marginBoxes }) => [...marginBoxes.values()].flatMap(targetsOf))
  }

  /** The size of pages that no selector singles out: what media queries are asked against. */
  static generalSize(author: readonly PageRule[], initial: InitialPage, environment: StyleEnvironment): Size {
    const cascade = new PageCascade([], author, NO_LAYERS, initial)
    const rules = cascade.#rules.filter(({ rule }) => rule.selectors.some((selector) => selector.specificity === 0))
    const size = pageSize(rules, initial, () => {
      return unitsOf(cascade.#pageContext(rules, undefined, environment).style, undefined, environment)
    })
    return environment.profile.wholePages ? inWholeDots(size) : size
  }

  /** The box of the first page without a document: of one that has no name and reads from left to right. */
  first(environment: StyleEnvironment): PageBox {
    const rules = this.#matching({ number: 1, name: '', blank: false, groupPage: 1, side: 'right' })
    return this.#box(rules, this.#pageContext(rules, undefined, environment), undefined, environment)
  }

  /**
   * The style of a page (css-page-3 §4): rules by origin, specificity and order. The page inherits from the root
   * element, margin boxes from the page.
   */
  pageStyle(page: PageSelectorInput, root: StyleRecord, environment: StyleEnvironment): PageStyle {
    const rightToLeft = root.style.direction === 'rtl'
    // The first page of a left-to-right document is a right page (css-page-3 §3.3).
    const side = (page.number % 2 === 1) === rightToLeft ? ('left' as const) : ('right' as const)
    const rules = this.#matching({ ...page, side })
    const { inserted } = page
    const sheet = inserted ? ` ${inserted.width} ${inserted.height} ${inserted.hasMargins}` : ''
    const key = rules.map((entry) => this.#rules.indexOf(entry)).join() + sheet
    let cache = this.#styles.get(root)
    if (!cache) {
      cache = new BoundedCache(KEPT_PAGE_STYLES)
      this.#styles.set(root, cache)
    }
    let style = cache.get(key)
    if (!style) {
      const computed = this.#compute(rules, root, environment)
      style = inserted ? onSheet(computed, inserted) : computed
      cache.set(key, style)
    }
    return style
  }

  /** The rules of a page, the strongest last. */
  #matching(input: Parameters<typeof pageSelectorMatches>[1]): readonly OrderedPageRule[] {
    const matched: MatchedPageRule[] = []
    for (const entry of this.#rules) {
      let specificity = -1
      for (const selector of entry.rule.selectors) {
        if (pageSelectorMatches(selector, input)) specificity = Math.max(specificity, selector.specificity)
      }
      if (specificity >= 0) matched.push({ entry, specificity })
    }
    return matched.sort(comparePrecedence).map(({ entry }) => entry)
  }

  #compute(rules: readonly OrderedPageRule[], root: StyleRecord | undefined, environment: StyleEnvironment): PageStyle {
    const record = this.#pageContext(rules, root, environment)
    return {
      ...this.#box(rules, record, root, environment),
      marginBoxes: this.#marginBoxes(rules, record, environment),
      footnote: computeStyle(environment, record, this.#areaSteps(rules, 'footnote'), 'pseudo-element').style,
    }
  }

  /** The style of the page context, from which the boxes in the page's margin inherit (css-page-3 §4). */
  #pageContext(
    rules: readonly OrderedPageRule[],
    root: StyleRecord | undefined,
    environment: StyleEnvironment,
  ): StyleRecord {
    const steps = rules.map((rule) => this.#step(rule.rule.block, rule))
    return computeStyle(environment, root, steps, 'page')
  }

  #box(
    rules: readonly OrderedPageRule[],
    { style }: StyleRecord,
    root: StyleRecord | undefined,
    environment: StyleEnvironment,
  ): PageBox {
    const units = unitsOf(style, root, environment)
    const exact = {
      ...pageBox(
        style,
        pageSize(rules, this.initial, () => units),
      ),
      contentScale: 1,
      exactArea: undefined,
      clipsContent: environment.profile.clipsPages,
      sheet: sheetOf(rules, units),
      style,
    }
    return environment.profile.wholePages ? onWholePixels(exact) : inWholeWidth(exact)
  }

  #marginBoxes(
    rules: readonly OrderedPageRule[],
    page: StyleRecord,
    environment: StyleEnvironment,
  ): ReadonlyMap<MarginBoxName, ComputedStyle> {
    const boxes = new Map<MarginBoxName, ComputedStyle>()
    for (const name of MARGIN_BOX_NAMES) {
      const steps = this.#areaSteps(rules, name)
      if (!steps.some((step) => step.origin === 'author')) continue
      const { style } = computeStyle(environment, page, steps, 'pseudo-element')
      if (style.content !== 'normal' && style.content !== 'none' && style.display !== 'none') boxes.set(name, style)
    }
    return boxes
  }

  #areaSteps(rules: readonly OrderedPageRule[], name: MarginBoxName | 'footnote'): readonly CascadeStep[] {
    return rules.flatMap((rule) => {
      const block = rule.rule.marginBoxes.get(name)
      return block ? [this.#step(block, rule)] : []
    })
  }

  #step(block: DeclarationBlock, { origin, layer }: OrderedPageRule): CascadeStep {
    let step = this.#steps.get(block)
    if (!step) {
      step = { block, head: undefined, origin, layer, language: undefined }
      this.#steps.set(block, step)
    }
    return step
  }
}

const NO_LAYERS = new LayerOrder([])

/** `content` with `var()` is not looked into. */
function targetsOf({ declarations }: DeclarationBlock): readonly string[] {
  return declarations.flatMap((declaration) => {
    if (declaration.kind !== 'longhand' || declaration.property !== 'content') return []
    const content = declaration.value as ContentDeclaration
    if (typeof content === 'string') return []
    return content.flatMap((part) => ('target' in part && part.target.kind === 'address' ? [part.target.address] : []))
  })
}

interface MatchedPageRule {
  readonly entry: OrderedPageRule
  /** Of the most specific of its selectors that match. */
  readonly specificity: number
}

/** Origin, layer, specificity; equal ones stay in order of appearance. */
function comparePrecedence(a: MatchedPageRule, b: MatchedPageRule): number {
  if (a.entry.origin !== b.entry.origin) return a.entry.origin === 'author' ? 1 : -1
  return a.entry.layer - b.entry.layer || a.specificity - b.specificity
}

function unitsOf(style: ComputedStyle, root: StyleRecord | undefined, environment: StyleEnvironment): UnitContext {
  const rootStyle = root?.style ?? style
  return {
    fontSize: style.fontSize,
    letterSize: usedFontSize(style, style.font.primary),
    font: style.font,
    lineHeight: usedLineHeight(style),
    rootFontSize: rootStyle.fontSize / rootStyle.zoom,
    rootLineHeight: usedLineHeight(rootStyle) / rootStyle.zoom,
    zoom: 1,
    viewport: environment.viewport,
  }
}

/**
 * The page box by the strongest `size` (css-page-3 §7.1). A size that is zero is ignored.
 * @param units asked where lengths are given, which few pages do
 */
function pageSize(rules: readonly OrderedPageRule[], { size, sizes }: InitialPage, units: () => UnitContext): Size {
  const strong = sizes === 'none' ? undefined : strongest(rules, 'size')
  const declared = sizeOf(strong ?? { kind: 'auto' }, size, units)
  if (!(declared.width > 0 && declared.height > 0)) return snapSize(size)
  // As browsers print on paper that was chosen: only the orientation is the document's.
  const isTurned = sizes === 'margins' && declared.width > declared.height && size.width < size.height
  return sizes === 'all' ? declared : snapSize(isTurned ? turned(size, 'landscape') : size)
}

const NO_MARGIN_BOXES: PageStyle['marginBoxes'] = new Map()

/** The style of a page of another document, which has its own size: only margin boxes are put over it. */
function onSheet(page: PageStyle, { width, height, hasMargins }: InsertedSheet): PageStyle {
  return {
    ...page,
    size: { width, height },
    sheet: { marks: NO_MARKS, bleed: 0 },
    marginBoxes: hasMargins ? page.marginBoxes : NO_MARGIN_BOXES,
  }
}

/** The winning value of a descriptor; undefined when no rule declares it. */
function strongest<K extends keyof PageDescriptors>(
  rules: readonly OrderedPageRule[],
  name: K,
): PageDescriptors[K] | undefined {
  let normal: PageDescriptors[K] | undefined
  let important: PageDescriptors[K] | undefined
  for (const { rule } of rules) {
    const declared = rule.descriptors[name]
    if (declared?.important) important = declared.value
    else if (declared) normal = declared.value
  }
  return important ?? normal
}

const NO_MARKS: PageMarks = { crop: false, cross: false }

/** 6pt (css-page-3 §7.2). */
const AUTO_BLEED = 8

function sheetOf(rules: readonly OrderedPageRule[], units: UnitContext): PageSheet {
  const marks = strongest(rules, 'marks') ?? NO_MARKS
  const bleed = strongest(rules, 'bleed') ?? 'auto'
  return { marks, bleed: bleed === 'auto' ? (marks.crop ? AUTO_BLEED : 0) : snap(lengthPx(bleed, units)) }
}

function sizeOf(declared: PageSizeDeclaration, initial: Size, units: () => UnitContext): Size {
  switch (declared.kind) {
    case 'auto':
      return snapSize(initial)
    case 'orientation':
      return snapSize(turned(initial, declared.orientation))
    case 'named':
      return snapSize(turned(declared.size, declared.orientation ?? 'portrait'))
    case 'lengths':
      return snapSize({ width: lengthPx(declared.width, units()), height: lengthPx(declared.height, units()) })
    default:
      return assertNever(declared)
  }
}

function turned({ width, height }: Size, orientation: 'portrait' | 'landscape'): Size {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short }
}

function snapSize({ width, height }: Size): Size {
  return { width: snap(width), height: snap(height) }
}

/**
 * The page area is rounded up to whole px where lines end, as browsers have it: lines that fit there fit here. What is
 * added, about a quarter of a millimetre at most, is taken from the margin.
 */
function inWholeWidth(page: PageBox): PageBox {
  const { size, margin, padding, style } = page
  const edges = padding.left + padding.right + style.borderLeftWidth + style.borderRightWidth
  const width = size.width - margin.left - margin.right - edges
  const added = Math.ceil(width) - width
  if (added === 0) return page
  const { left, right } = margin
  return {
    ...page,
    margin: style.direction === 'rtl' ? { ...margin, left: left - added } : { ...margin, right: right - added },
  }
}

/**
 * As browsers print a page: its area begins a whole number of px from the edge, where lines of text begin, and is rounded
 * up to whole px, and the sheet is a number of whole points, which printing counts in dots of 1/300 in.
 */
function onWholePixels(page: PageBox): PageBox {
  const { size, margin, padding, style } = page
  const across = padding.left + padding.right + style.borderLeftWidth + style.borderRightWidth
  const down = padding.top + padding.bottom + style.borderTopWidth + style.borderBottomWidth
  const sheet = inWholeDots(size)
  const exactArea = {
    width: snap(size.width - margin.left - margin.right - across),
    height: snap(size.height - margin.top - margin.bottom - down),
  }
  const top = Math.round(margin.top)
  const width = Math.ceil(exactArea.width) + across
  const height = Math.ceil(exactArea.height) + down
  const left = style.direction === 'rtl' ? size.width - Math.round(margin.right) - width : Math.round(margin.left)
  return {
    ...page,
    size: sheet,
    exactArea,
    margin: { top, right: sheet.width - left - width, bottom: sheet.height - top - height, left },
  }
}

const DOTS_PER_POINT = 300 / 72

function inWholeDots({ width, height }: Size): Size {
  return { width: wholeDots(width), height: wholeDots(height) }
}

function wholeDots(px: number): number {
  const dots = Math.floor(Math.round(px / PX_PER_UNIT.pt) * DOTS_PER_POINT)
  return snap((dots / DOTS_PER_POINT) * PX_PER_UNIT.pt)
}
