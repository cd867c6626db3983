import { BoundedCache } from '../../base/bounded-cache.js'
import type { InlineBox, InlineRootBox } from '../../boxes/box-tree.js'
import type { ShapedWord } from '../../fonts/font-types.js'
import type { LayoutContext } from '../layout-types.js'
import type { InlineRun } from './paragraph.js'

/** On which sides the letters of a word join those of its neighbours, though they are shaped apart. */
export type Joins = 'none' | 'before' | 'after' | 'both'

export function joinsOf(before: boolean, after: boolean): Joins {
  if (before) return after ? 'both' : 'before'
  return after ? 'after' : 'none'
}

/** UNSUPPORTED: Syriac, Mongolian, N'Ko and other joining scripts join within their words only. */
const JOINING =
  /[\u0620\u0622-\u064a\u066e\u066f\u0671-\u0673\u0675-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff\u0750-\u077f\u08a0-\u08ac\u08ae-\u08b4\u200d]/

/** Letters that join the one before them only (Joining_Type R). */
const JOINING_BACKWARD_ONLY =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa-\u08ac\u08ae\u08b1\u08b2]/

const MARK = /\p{M}/u

/** More marks than this between two letters are no text, and looking for letters behind them would cost too much. */
const MOST_MARKS = 512

/** Whether the letters on both sides of a place in a text join there; marks do not come between them. */
export function joinsAt(text: string, at: number): boolean {
  let before = at - 1
  while (before > 0 && at - before < MOST_MARKS && MARK.test(text.charAt(before))) before--
  let after = at
  while (after < text.length && after - at < MOST_MARKS && MARK.test(text.charAt(after))) after++
  const first = text.charAt(before)
  return JOINING.test(first) && !JOINING_BACKWARD_ONLY.test(first) && JOINING.test(text.charAt(after))
}

/**
 * Places in the text of a paragraph at which the edge of an inline box keeps letters apart (css-text-3 §7.3): it
 * takes room, moves the baseline or isolates its text.
 */
export function joinBarriers(root: InlineRootBox): ReadonlySet<number> {
  const barriers = new Set<number>()
  let offset = 0
  for (const item of root.items) {
    if (item.kind === 'text') offset += item.text.length
    else if (item.kind === 'out-of-flow') continue
    else if (item.kind !== 'open' && item.kind !== 'close') offset++
    else if (isBarrier(item.box, item.kind)) barriers.add(offset)
  }
  return barriers
}

/** Whether an edge of an inline box keeps the letters on both sides of it apart. */
export function isBarrier({ style }: InlineBox, edge: 'open' | 'close'): boolean {
  if (style.verticalAlign !== 'baseline' || style.unicodeBidi.startsWith('isolate')) return true
  const left = (edge === 'open') === (style.direction === 'ltr')
  return left
    ? style.marginLeft !== 0 || style.borderLeftWidth !== 0 || style.paddingLeft !== 0
    : style.marginRight !== 0 || style.borderRightWidth !== 0 || style.paddingRight !== 0
}

const JOINER = '\u200d'

/** Words kept that join their neighbours; there are few. */
const KEPT_WORDS = 1024

function createJoinedCache(): BoundedCache<ShapedWord, ShapedWord> {
  return new BoundedCache(KEPT_WORDS)
}

/** Shapes a word whose letters take the forms that join those of its neighbours. */
export function shapeJoined(ctx: LayoutContext, run: InlineRun, text: string, joins: Joins): ShapedWord {
  const before = joins === 'before' || joins === 'both' ? JOINER : ''
  const after = joins === 'after' || joins === 'both' ? JOINER : ''
  const shaped = ctx.fonts.shape(run.face, run.shaping, before + text + after)
  const cache = ctx.cache(createJoinedCache)
  const known = cache.get(shaped)
  if (known) return known
  // The joiners have done their work: they have no glyphs, and are no part of the text.
  const clusters = shaped.clusters.map((cluster) => Math.min(Math.max(0, cluster - before.length), text.length - 1))
  const word = { ...shaped, text, clusters }
  cache.set(shaped, word)
  return word
}
