import type { Profile } from '../base/profile.js'
import { TRANSPARENT } from '../base/rgb-color.js'
import { STRICT_CONTAINMENT, sizedByContent } from '../css/properties/containment.js'
import { INHERITS_LEGACY } from '../css/values/alignment-value.js'
import type { UrlImage } from '../css/values/image-value.js'
import type { ComputedStyle } from './computed-style.js'
import { resolveContentLimits } from './content-limits.js'
import { hideLines, type MutableStyle } from './initial-style.js'
import { showScrolled } from './show-scrolled.js'
import { resolveStretchedSizes } from './stretch-sizes.js'

/**
 * The role a style is computed for: the root element's display is blockified, a margin box and a page are blocks, and a
 * part of a drawing has no box.
 */
export type StyleRole = 'root' | 'element' | 'drawing-part' | 'pseudo-element' | 'first-letter' | 'first-line' | 'page'

/** Completes a style by what follows from several of its properties together. */
export function adjustStyle(style: MutableStyle, parent: ComputedStyle, role: StyleRole, profile: Profile): void {
  hideLines(style)
  adjustContainment(style)
  clampEarlyFlexbox(style)
  joinOverflow(style, profile)
  if (isTable(style.display) && style.blockAlign !== 'normal') {
    // As in browsers, what `<center>` and `align` do to text ends at tables.
    style.textAlign = 'start'
    style.blockAlign = 'normal'
  }
  // It applies to tables (CSS 2.2 §17.6): their parts have that of their table, whatever they say.
  if (TABLE_PARTS.has(style.display)) style.borderCollapse = parent.borderCollapse
  if (isAbsolute(style)) style.float = 'none'
  const { fits } = style.contain
  if (fits && (style.display === 'inline' || style.display === 'inline-block')) style.display = fits
  style.inlineLevel = style.display.startsWith('inline')
  if (role === 'root' || role === 'page' || isTakenOut(style)) style.display = blockified(style.display)
  setContentMode(style, parent, role)
  if (role === 'root' || (role === 'element' && !contentImage(style))) style.content = 'normal'
  if (style.justifyItems === INHERITS_LEGACY && parent.justifyItems.legacy) style.justifyItems = parent.justifyItems
  resolveContentLimits(style, parent)
  resolveStretchedSizes(style, parent)
  if (!hasPageName(style.display) || isTakenOut(style)) style.page = parent.page
  // Notes of pages with different names may stand on one page, below each other.
  if (style.float === 'footnote') style.page = ''
}

/** css-color-adjust-1 §3: as browsers do where backgrounds are not printed. */
export function leaveOutBackground(style: MutableStyle): void {
  if (style.printColorAdjust === 'exact') return
  style.backgroundColor = TRANSPARENT
  style.backgroundImage = []
}

/**
 * css-contain-2 §3.3 to §3.5, §4: the parts of tables contain nothing, nor do those of lines their size, and what they hold
 * is always visible. Elements without a box contain no counters either (§3.4). Boxes that are inline by their style may still be taken out of their line, or be items.
 */
function adjustContainment(style: MutableStyle): void {
  const applies = CONTAINS_SIZE.has(style.display)
  if (!applies && style.contain.size !== 'none') style.contain = { ...style.contain, size: 'none' }
  if (style.contain.layout && CONTAINS_NOTHING.has(style.display))
    style.contain = { ...style.contain, layout: false, hidesBaselines: undefined, paint: false }
  if (style.contain.style && style.display === 'contents') style.contain = { ...style.contain, style: false }
  if (style.contain.fits && style.fieldSizing === 'content') style.contain = sizedByContent(style.contain)
  if (!applies) style.contentVisibility = 'visible'
  if (style.contentVisibility === 'hidden') style.contain = STRICT_CONTAINMENT
  // All of it is there on paper, but contained as on the screen.
  if (style.contentVisibility === 'auto') {
    style.contain = { ...style.contain, layout: true, hidesBaselines: true, paint: true, style: true }
  }
}

const TABLE_PARTS: ReadonlySet<ComputedStyle['display']> = new Set<ComputedStyle['display']>([
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-cell',
])

const CONTAINS_NOTHING: ReadonlySet<ComputedStyle['display']> = new Set<ComputedStyle['display']>([
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-row',
  'table-column',
  'table-column-group',
])

/** Images may be inline; other boxes in lines are not asked. */
const CONTAINS_SIZE: ReadonlySet<ComputedStyle['display']> = new Set<ComputedStyle['display']>([
  'inline',
  'block',
  'inline-block',
  'flow-root',
  'list-item',
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'table-caption',
])

/**
 * css-writing-modes-4 §3.2, §3.2.2: a box of another writing mode than its surroundings is no inline box.
 *
 * UNSUPPORTED: pages, and tables with their rows and columns, have the writing mode around them.
 */
function setContentMode(style: MutableStyle, parent: ComputedStyle, role: StyleRole): void {
  const { writingMode } = style
  style.contentMode = parent.contentMode
  if (role === 'root' || role === 'page' || role === 'first-letter' || role === 'first-line') {
    if (role === 'root') style.writingMode = 'horizontal-tb'
    return
  }
  if (writingMode === parent.contentMode || !HAS_WRITING_MODE.has(style.display)) return
  style.contentMode = writingMode
  if (style.display === 'inline') style.display = 'inline-block'
}

const HAS_WRITING_MODE: ReadonlySet<ComputedStyle['display']> = new Set<ComputedStyle['display']>([
  'inline',
  'block',
  'inline-block',
  'flow-root',
  'list-item',
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
  'table-cell',
  'table-caption',
])

/** The image that takes the place of an element's content: alone in `content` but for its alternative (css-content-3 §1.1). */
export function contentImage({ content }: Pick<ComputedStyle, 'content'>): UrlImage | undefined {
  if (typeof content === 'string') return undefined
  if (content.length > 2 || (content.length === 2 && content[1]?.kind !== 'alternative')) return undefined
  return content[0]?.kind === 'image' ? content[0].image : undefined
}

function isTable(display: ComputedStyle['display']): boolean {
  return display === 'table' || display === 'inline-table'
}

/** css-overflow-4 §5.1: `-webkit-line-clamp` counts where the lines of such a box follow each other. */
function clampEarlyFlexbox(style: MutableStyle): void {
  const { WebkitLineClamp: lines, WebkitBoxOrient: axis } = style
  if (lines === 'none' || style.maxLines !== 'none' || !style.isEarlyFlexbox) return
  if (axis !== 'vertical' && axis !== 'block-axis') return
  style.maxLines = lines
  style.blockEllipsis = 'auto'
}

/** css-contain-2 §3.5: nothing of the content shows outside of the padding edge. */
function containPaint(style: MutableStyle): void {
  if (style.overflowX === 'visible') style.overflowX = 'clip'
  if (style.overflowY === 'visible') style.overflowY = 'clip'
}

/**
 * An axis that lets nothing scroll out makes the other do so (css-overflow-3 §3.1). Tables do not scroll (css-tables-3 §3.7).
 *
 * AD-HOC: other boxes that scroll show all on paper, or clip like `hidden`.
 */
function joinOverflow(style: MutableStyle, { showsScrolled }: Profile): void {
  const scrolls = (style.overflowX === 'scroll' || style.overflowY === 'scroll') && !isTable(style.display)
  if (scrolls && showsScrolled) showScrolled(style)
  if (style.contain.paint) containPaint(style)
  const scrolling = scrolls ? 'hidden' : 'visible'
  if (style.overflowX === 'scroll') style.overflowX = scrolling
  if (style.overflowY === 'scroll') style.overflowY = scrolling
  const { overflowX, overflowY } = style
  if (overflowX === 'hidden' || overflowY === 'hidden') {
    style.overflowX = style.overflowY = style.overflow = 'hidden'
  } else {
    const clips = overflowX === 'clip' || overflowY === 'clip'
    style.overflow = clips ? 'clip' : scrolls ? 'shown' : 'visible'
  }
}

/**
 * Whether `page` applies to such a box: it stands among siblings between which a page may break (css-page-3 §6), or is
 * a cell, as in browsers.
 */
function hasPageName(display: ComputedStyle['display']): boolean {
  const isPartOfTable = display === 'table-row-group' || display === 'table-row' || display === 'table-cell'
  return isPartOfTable || isBlockLevel(display)
}

type Display = ComputedStyle['display']

/** Whether such a box stands among blocks (css-display-3 §2.1). */
export function isBlockLevel(display: Display): boolean {
  return display !== 'none' && BLOCKIFIED[display] === display
}

function isAbsolute({ position }: ComputedStyle): boolean {
  return position === 'absolute' || position === 'fixed'
}

/** Floats, absolutely positioned boxes and running elements are blocks (CSS 2.2 §9.7), unless there is no box at all. */
export function isTakenOut(style: ComputedStyle): boolean {
  if (style.display === 'contents') return false
  if (typeof style.position === 'object') return true
  if (style.float === 'footnote') return true
  return style.float === 'left' || style.float === 'right' || isAbsolute(style)
}

/** The block-level display that a box takes as the root, an item of a flex container or a grid (css-display-3 §2.7). */
export function blockified(display: Display): Display {
  return BLOCKIFIED[display]
}

const BLOCKIFIED: Readonly<Record<Display, Display>> = {
  none: 'none',
  contents: 'block',
  inline: 'block',
  block: 'block',
  'inline-block': 'flow-root',
  'flow-root': 'flow-root',
  'list-item': 'list-item',
  table: 'table',
  'inline-table': 'table',
  flex: 'flex',
  'inline-flex': 'flex',
  grid: 'grid',
  'inline-grid': 'grid',
  'table-row-group': 'block',
  'table-header-group': 'block',
  'table-footer-group': 'block',
  'table-row': 'block',
  'table-cell': 'block',
  'table-column': 'block',
  'table-column-group': 'block',
  'table-caption': 'block',
}
