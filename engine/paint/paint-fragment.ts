import type { Insets } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { BLACK } from '../base/rgb-color.js'
import type { FilterLayers } from '../images/svg/filters.js'
import { isTransformed } from '../layout/box-transform.js'
import type { BoxFragment, PlacedFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, cutEnds, insetShape } from '../layout/shapes/box-shape.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { Tag } from '../tags/structure-element.js'
import { borderImageOutsets } from './border-image-outsets.js'
import { beginLayer, endLayer } from './bracket-layer.js'
import { brokenPart } from './broken-backgrounds.js'
import { neededClip } from './clips-content.js'
import { collectLayers } from './collect-layers.js'
import { plainFilters } from './filter-reach.js'
import { isItemContainer } from './layer-style.js'
import type { Bordered, Layer } from './layers.js'
import { belowLegend, outsideLegend } from './legend-gap.js'
import { holdApart, keepItems, markElement, nameElement, reachAnchors } from './mark-element.js'
import { outlineAsBorder, outlineShape, sameInsets } from './outline.js'
import { hasBackground, paintBackground } from './paint-background.js'
import { paintBorder } from './paint-border.js'
import { paintBorderImage } from './paint-border-image.js'
import { NOTHING_AROUND, type PaintContext, type Surroundings } from './paint-context.js'
import { paintDecoration } from './paint-decoration.js'
import { paintField } from './paint-field.js'
import { paintFiltered, paintFilterLayers } from './paint-filter.js'
import { paintImage } from './paint-image.js'
import { isMissingImage, paintPlaceholder } from './paint-placeholder.js'
import { paintInnerShadows, paintOuterShadows } from './paint-shadow.js'
import { paintCollapsedBorder, paintRowLayer, paintSectionLayers, paintTableLayers, touches } from './paint-table.js'
import { paintText } from './paint-text.js'
import { shapePath } from './shape-path.js'

/**
 * Paints the fragments of a page, or of a margin box, in the order of CSS 2.2 appendix E: of each stacking context
 * first the backgrounds and borders of all blocks, then floats, then text, images and inline boxes, and between and
 * after these its layers by their `z-index`.
 *
 * AD-HOC: floats and layers without a `z-index` are painted where they stand among the text if nobody can see the
 * difference, so that the file keeps the reading order.
 */
export function paintRoot(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: Surroundings = NOTHING_AROUND,
): void {
  const tree = collectLayers(fragment, x, y, ctx.drawings)
  if (!tree) {
    paintInFlow(ctx, fragment, x, y, around)
    return
  }
  tree.root.around = around
  paintLayer({ ...ctx, layers: tree.layers }, tree.root)
}

/** A box and its content, but for what is set apart from it. */
function paintInFlow(ctx: PaintContext, fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
  if (fragment.box.kind === 'inline') {
    paintInlineBox(ctx, fragment, x, y, around)
    return
  }
  paintPartLayers(ctx, fragment, x, y)
  paintBackgrounds(ctx, fragment, x, y)
  paintForeground(ctx, fragment, x, y, around)
}

/**
 * Paints a float, a positioned box or a stacking context with all that belongs to it: appendix E, steps 1 to 9.
 * @param isOpen its clip, opacity and transform apply already: its filters are within them, or it goes on from a line above
 */
function paintLayer(outer: PaintContext, layer: Layer, isOpen = false): void {
  const { fragment, x, y, around } = layer
  const ctx = isTransformed(fragment) ? { ...outer, viewport: undefined } : outer
  if (!isOpen && !beginLayer(ctx, layer)) {
    if (!ctx.ink) nameElement(ctx, fragment, x, y)
    return
  }
  if (fragment.style.filter.length > 0 && !isOpen) {
    paintThroughFilters(ctx, layer)
    leaveLayer(ctx, layer)
    return
  }
  const isInline = fragment.box.kind === 'inline'
  paintPartLayers(ctx, fragment, x, y)
  if (hasOwnBox(fragment)) paintOwnBox(ctx, fragment, x, y)
  for (const other of layer.below) paintApart(ctx, other)
  if (!isInline) paintInnerBackgrounds(ctx, fragment, x, y)
  for (const float of layer.floats) paintApart(ctx, float)
  if (isInline) paintInlineContent(ctx, fragment, x, y, around)
  else paintForeground(ctx, fragment, x, y, around)
  for (const other of layer.above) paintApart(ctx, other)
  if (layer.parts) paintLinesBelow(ctx, layer.parts)
  if (!isOpen) leaveLayer(ctx, layer)
}

function paintLinesBelow(ctx: PaintContext, lines: readonly Layer[]): void {
  for (const line of lines) paintLayer(ctx, line, true)
}

function paintThroughFilters(ctx: PaintContext, layer: Layer): void {
  const { fragment, x, y } = layer
  const { style, box } = fragment
  const paint = (filtered: PaintContext) => paintLayer(filtered, layer, true)
  const place = { bounds: layer.bounds, x, y }
  const plain = plainFilters(style)
  if (plain) paintFiltered(ctx, plain, place, paint)
  else paintFilterLayers(ctx, ctx.drawings?.filterLayers(style, fragment, box.node) ?? NO_LAYERS, place, paint)
}

/** The content as it is. */
const NO_LAYERS: FilterLayers = [[]]

function leaveLayer(ctx: PaintContext, layer: Layer): void {
  endLayer(ctx, layer)
  if (layer.bordered && layer.fragment.style.borderCollapse === 'collapse') restoreBorders(ctx, layer, layer.bordered)
}

/**
 * Paints once more the collapsed borders that the background of a part of a table covered.
 *
 * AD-HOC: CSS 2.2 leaves open how they and layers go together; browsers keep the borders on top.
 */
function restoreBorders(ctx: PaintContext, { fragment, x, y }: Layer, bordered: Bordered): void {
  if (isTransformed(fragment)) return
  // A px more: readers soften the edge of a clip, and a seam would show within the border.
  const area = { x: x - 1, y: y - 1, width: fragment.width + 2, height: fragment.height + 2 }
  const borders = (bordered.fragment.collapsedBorders ?? []).filter(
    (border) => border.color.alpha === 1 && touches(border, bordered, area),
  )
  if (borders.length === 0) return
  ctx.target.save()
  ctx.target.clip([{ kind: 'rect', ...area }])
  for (const border of borders) paintCollapsedBorder(ctx.target, border, bordered.x, bordered.y)
  ctx.target.restore()
}

/** Paints a layer outside of its place in the tree, cut off by what is around it there. */
function paintApart(ctx: PaintContext, layer: Layer): void {
  const { target } = ctx
  if (layer.clips) target.save()
  for (let { clips } = layer; clips; clips = clips.outer) target.clip(shapePath(clips.shape))
  paintLayer(ctx, layer)
  if (layer.clips) target.restore()
}

/** Says where a layer stands in the tree, when it is met there. Returns whether this may be its place. */
function meetLayer(ctx: PaintContext, layer: Layer, around: Surroundings): boolean {
  layer.around = around
  if (!layer.inPlace && !ctx.ink) ctx.structure?.keepPlace(layer.fragment.box, around.tag)
  return layer.inPlace
}

/** Background and border of a box as such: what every fragment of an element shows besides its content. */
function paintOwnBox(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  const { style, box, legend } = fragment
  if (style.visibility !== 'visible' || ctx.ink) return
  const whole = borderShape(fragment, x, y)
  const shape = legend ? belowLegend(whole, legend) : whole
  const border = legend ? { ...fragment.border, top: legend.border } : fragment.border
  const shadowed = style.boxShadow.length > 0
  if (shadowed) paintOuterShadows(ctx.target, style, shape, cutEnds(fragment))
  if (hasBackground(style) && box !== ctx.canvasBox) {
    const text = style.backgroundClip.includes('text') ? () => paintLetters(ctx, fragment, x, y) : undefined
    paintBackground(ctx, style, { shape, border, padding: fragment.padding, part: brokenPart(fragment), text })
  }
  if (shadowed) paintInnerShadows(ctx.target, style, insetShape(shape, border), cutEnds(fragment))
  if (style.borderCollapse === 'collapse' && (box.kind === 'table' || box.kind === 'table-cell')) return
  if (!legend) {
    paintSides(ctx, style, border, shape)
    return
  }
  ctx.target.save()
  ctx.target.clip(outsideLegend(whole, legend, borderImageOutsets(style, border)), 'evenodd')
  paintSides(ctx, style, border, shape)
  ctx.target.restore()
}

/** The border, or the image in its place. */
function paintSides(ctx: PaintContext, style: ComputedStyle, border: Insets, shape: BoxShape): void {
  if (style.borderImageSource === 'none' || !paintBorderImage(ctx, style, border, shape)) {
    paintBorder(ctx.target, style, border, shape)
  }
}

/** The text of a box alone, opaque, to cut a background to its letters. */
function paintLetters(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  const inked = { ...ctx, ink: BLACK }
  if (fragment.box.kind === 'inline') paintInlineBox(inked, fragment, x, y, NOTHING_AROUND)
  else paintForeground(inked, fragment, x, y, NOTHING_AROUND)
}

const NO_CHILDREN: readonly PlacedFragment[] = []

/** Appendix E steps 1 to 4: backgrounds and borders of a block and its block descendants, in tree order. */
function paintBackgrounds(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  if (hasOwnBox(fragment)) paintOwnBox(ctx, fragment, x, y)
  paintInnerBackgrounds(ctx, fragment, x, y)
}

function paintInnerBackgrounds(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  if (isParagraph(fragment)) return
  const clipped = beginClip(ctx, fragment, x, y)
  if (fragment.box.kind === 'table') paintTableLayers(ctx, fragment, fragment.box, x, y)
  for (const child of isItemContainer(fragment) ? NO_CHILDREN : fragment.children) {
    if (child.fragment.kind === 'box' && child.fragment.box.kind !== 'inline-root' && !ctx.layers?.has(child))
      paintBackgrounds(ctx, child.fragment, x + child.x, y + child.y)
  }
  // Those of a table stand half on its edge, rules in gaps within what is shown of the box.
  const isTable = fragment.box.kind === 'table'
  if (!isTable) paintStraightLines(ctx, fragment, x, y)
  if (clipped) ctx.target.restore()
  if (isTable) paintStraightLines(ctx, fragment, x, y)
}

/** Collapsed borders, or rules in gaps. */
function paintStraightLines(ctx: PaintContext, { collapsedBorders, box }: BoxFragment, x: number, y: number): void {
  if (!collapsedBorders || (box.kind !== 'table' && box.style.visibility !== 'visible')) return
  for (const border of collapsedBorders) paintCollapsedBorder(ctx.target, border, x, y)
}

/** Whether all that a box contains are lines. */
function isParagraph({ children, collapsedBorders }: BoxFragment): boolean {
  const only = children.length === 1 ? children[0]?.fragment : undefined
  return only?.kind === 'box' && only.box.kind === 'inline-root' && !collapsedBorders
}

/**
 * Appendix E step 7: lines and images of a block and its block descendants, in tree order. One function, since boxes
 * are nested as deep as the stack is.
 * @param isInField only what is within the box is painted, as the content of a field
 */
function paintForeground(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: Surroundings,
  isInField = false,
): void {
  const inner = isInField ? around : markElement(ctx, fragment, x, y, around)
  if (!ctx.fields || !paintAsField(ctx, fragment, x, y, inner)) {
    const { visibility, contentVisibility } = fragment.style
    if (fragment.box.kind === 'replaced' && visibility === 'visible' && contentVisibility !== 'hidden')
      paintReplaced(ctx, fragment, x, y, inner.tag)
    const clipped = beginClip(ctx, fragment, x, y)
    const hasUnits = isItemContainer(fragment)
    if (hasUnits) keepItems(ctx, fragment, inner)
    for (const child of fragment.children) {
      const layer = ctx.layers?.get(child)
      if (layer) {
        if (meetLayer(ctx, layer, inner)) paintLayer(ctx, layer)
      } else if (child.fragment.kind === 'box' && child.fragment.box.kind !== 'inline' && !hasUnits)
        paintForeground(ctx, child.fragment, x + child.x, y + child.y, inner)
      else paintInline(ctx, child, x, y, inner)
    }
    if (clipped) ctx.target.restore()
  }
  if (fragment.style.outlineWidth > 0 && !isInField) paintOutline(ctx, fragment, x, y)
}

/** Paints the content of a box as that of a field if it is a control. Returns whether it is one. */
function paintAsField(ctx: PaintContext, fragment: BoxFragment, x: number, y: number, inner: Surroundings): boolean {
  return paintField(ctx, fragment, { x, y }, inner.tag, (within) => {
    if (fragment.box.kind === 'inline') paintInlineChildren(within, fragment, x, y, inner)
    else paintForeground(within, fragment, x, y, inner, true)
  })
}

/** The image of a box, or the frame that stands for it. */
function paintReplaced(ctx: PaintContext, fragment: BoxFragment, x: number, y: number, tag: Tag | undefined): void {
  const { image, width, height } = fragment
  if (!image && !isMissingImage(fragment)) return
  if (tag) ctx.target.beginContent(tag, { x, y, width, height })
  if (image) paintImage(ctx, fragment, image, x, y, tag)
  else paintPlaceholder(ctx.target, fragment, x, y)
  if (tag) ctx.target.endContent()
}

/** Fragments that can stand on a line, or at one. Atomic inlines and items are painted like documents of their own. */
function paintInline(
  ctx: PaintContext,
  placed: PlacedFragment,
  parentX: number,
  parentY: number,
  around: Surroundings,
): void {
  const { fragment } = placed
  const x = parentX + placed.x
  const y = parentY + placed.y
  switch (fragment.kind) {
    case 'line':
      if (fragment.apart) holdApart(ctx, fragment.apart, around)
      paintOnLine(ctx, fragment.children, x, y, around)
      if (fragment.anchors) reachAnchors(ctx, fragment.anchors, around)
      return
    case 'text':
      if (fragment.anchors) reachAnchors(ctx, fragment.anchors.before, around)
      paintText(ctx, fragment, x, y, around)
      if (fragment.anchors) reachAnchors(ctx, fragment.anchors.behind, around)
      return
    case 'decoration':
      paintDecoration(ctx.target, fragment, x, y, ctx.ink)
      return
    case 'box':
      paintInFlow(ctx, fragment, x, y, around)
      return
    default:
      assertNever(fragment)
  }
}

function paintInlineBox(ctx: PaintContext, fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
  paintOwnBox(ctx, fragment, x, y)
  paintInlineContent(ctx, fragment, x, y, around)
}

function paintInlineContent(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  around: Surroundings,
): void {
  const inner = markElement(ctx, fragment, x, y, around)
  if (!ctx.fields || !paintAsField(ctx, fragment, x, y, inner)) paintInlineChildren(ctx, fragment, x, y, inner)
  if (isMissingImage(fragment) && fragment.style.visibility === 'visible') paintPlaceholder(ctx.target, fragment, x, y)
  if (fragment.style.outlineWidth > 0) paintOutline(ctx, fragment, x, y)
}

function paintInlineChildren(
  ctx: PaintContext,
  fragment: BoxFragment,
  x: number,
  y: number,
  inner: Surroundings,
): void {
  paintOnLine(ctx, fragment.children, x, y, inner)
}

/** What stands on a line. Texts that stand in another order than they are read in are parts of their element. */
function paintOnLine(
  ctx: PaintContext,
  children: readonly PlacedFragment[],
  x: number,
  y: number,
  around: Surroundings,
): void {
  let parts: readonly Tag[] | undefined
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as PlacedFragment
    const { readAs } = child
    if (readAs === undefined) {
      parts = undefined
      paintAtPlace(ctx, child, x, y, around)
      continue
    }
    if (!ctx.ink) parts ??= ctx.structure?.partsOfTexts(around.tag, countReordered(children, i))
    paintAtPlace(ctx, child, x, y, parts ? { ...around, tag: parts[readAs] } : around)
  }
}

/** How many fragments from one on say where they are read. */
function countReordered(children: readonly PlacedFragment[], start: number): number {
  let end = start
  while (children[end]?.readAs !== undefined) end++
  return end - start
}

/** A fragment at its place on a line. */
function paintAtPlace(ctx: PaintContext, child: PlacedFragment, x: number, y: number, around: Surroundings): void {
  const { anchors } = child
  if (anchors) reachAnchors(ctx, anchors.before, around)
  const layer = ctx.layers?.get(child)
  if (!layer) paintInline(ctx, child, x, y, around)
  else if (meetLayer(ctx, layer, around)) paintLayer(ctx, layer)
  if (anchors) reachAnchors(ctx, anchors.behind, around)
}

/** A row or row group that is a group of its own paints its layers itself; else its table does. */
function paintPartLayers(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  if (fragment.box.kind === 'table-section') paintSectionLayers(ctx, fragment, x, y)
  if (fragment.box.kind === 'table-row') paintRowLayer(ctx, fragment, x, y)
}

/** Whether the background and border in the fragment's style are its own to paint. */
function hasOwnBox(fragment: BoxFragment): boolean {
  const { box, style } = fragment
  // Where but the overflow of a box continues, nothing of the box shows.
  if (fragment.height === 0 && fragment.cut?.top) return false
  switch (box.kind) {
    case 'inline-root':
    case 'column-set':
    case 'enclosed':
    case 'table-wrapper':
    case 'table-section':
    case 'table-row':
      return false
    case 'table-cell':
      return box.children.length > 0 || style.emptyCells === 'show' || style.borderCollapse === 'collapse'
    case 'block':
    case 'flex':
    case 'grid':
    case 'inline':
    case 'replaced':
    case 'table':
      return true
    default:
      return assertNever(box)
  }
}

/** Clips to the padding edge if the box does not let its content out. The caller restores. */
function beginClip(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): boolean {
  const shape = neededClip(fragment, x, y)
  if (!shape) return false
  ctx.target.save()
  ctx.target.clip(shapePath(shape))
  return true
}

/** The outline around the border edge, or within it where its offset is negative (css-ui-4 §3). */
function paintOutline(ctx: PaintContext, fragment: BoxFragment, x: number, y: number): void {
  const { style } = fragment
  const isPart = fragment.box.kind === 'table-section' || fragment.box.kind === 'table-row'
  if (style.visibility !== 'visible' || ctx.ink || !(isPart || hasOwnBox(fragment))) return
  paintBorder(ctx.target, outlineAsBorder(style), sameInsets(style.outlineWidth), outlineShape(fragment, x, y))
}
