/** A piece of text between two boundaries, and where it begins. */
export interface TextSegment {
  readonly segment: string
  readonly index: number
}

/** The part of `Intl.Segmenter` that is used. */
export interface TextSegmenter {
  segment(text: string): Iterable<TextSegment>
}

/**
 * Code units that a segmenter is given at a time. The one built into V8 copies its whole text for each segment that it
 * returns, so that a long text would cost the square of its length.
 */
const WINDOW = 512

/**
 * Code units before the end of a window in which a boundary may still depend on what follows: segmenting continues from
 * the last segment that begins before them. Rules of Unicode look at a few characters, dictionaries at three words.
 */
const LOOK_AHEAD = 96

/**
 * The segments of a text of any length, in time linear in it. A segment begins where segmenting may begin anew:
 * nothing before a boundary has a part in what follows it.
 */
export function* segmentText(segmenter: TextSegmenter, text: string): Generator<TextSegment, void, void> {
  let start = 0
  let size = WINDOW
  while (start + size < text.length) {
    const end = start + size
    const sure = end - LOOK_AHEAD
    let next = start
    for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
      const to = start + index + segment.length
      if (to > sure) break
      yield { segment, index: start + index }
      next = to
      // Of a window that was widened for one long segment no more is read.
      if (size > WINDOW) break
    }
    size = next > start ? WINDOW : 2 * size
    start = next
  }
  for (const { segment, index } of segmenter.segment(text.slice(start))) yield { segment, index: start + index }
}

let clusters: Intl.Segmenter | undefined
let words: Intl.Segmenter | undefined

/** The extended grapheme clusters of a text (UAX #29): what people see as characters. */
export function graphemeClusters(text: string): Generator<TextSegment, void, void> {
  // Made at its first use, as the other: that loads the data of ICU, which a short command may never need.
  clusters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmentText(clusters, text)
}

/** The words of a text, and what is between them (UAX #29). */
export function wordsAndBetween(text: string): Generator<TextSegment, void, void> {
  words ??= new Intl.Segmenter('en', { granularity: 'word' })
  return segmentText(words, text)
}
