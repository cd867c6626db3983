import type { LineFragment, TextFragment } from '../fragment-tree.js'

/** A line. Members that are left out do not exist. */
export type LineFragmentParts = Pick<LineFragment, 'width' | 'height' | 'baseline' | 'children'> &
  Partial<Omit<LineFragment, 'kind'>>

/** Makes the fragment of a line. Every one is made here, with all of its fields, as those of boxes are by `boxFragment`. */
export function lineFragment(parts: LineFragmentParts): LineFragment {
  return {
    kind: 'line',
    width: parts.width,
    height: parts.height,
    baseline: parts.baseline,
    spill: parts.spill,
    children: parts.children,
    outOfFlow: parts.outOfFlow,
    anchors: parts.anchors,
    apart: parts.apart,
  }
}

/** A text. Members that are left out do not exist. */
export type TextFragmentParts = Omit<TextFragment, 'kind' | 'separator' | 'symbol' | 'marks' | 'anchors'> &
  Partial<Pick<TextFragment, 'separator' | 'symbol' | 'marks' | 'anchors'>>

/** Makes the fragment of a text. Every one is made here, with all of its fields. */
export function textFragment(parts: TextFragmentParts): TextFragment {
  return {
    kind: 'text',
    style: parts.style,
    fontSize: parts.fontSize,
    width: parts.width,
    height: parts.height,
    ascent: parts.ascent,
    words: parts.words,
    positions: parts.positions,
    separator: parts.separator,
    letterSpacing: parts.letterSpacing,
    isLeader: parts.isLeader,
    symbol: parts.symbol,
    marks: parts.marks,
    anchors: parts.anchors,
  }
}
