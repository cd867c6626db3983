import { assertNever } from '../../base/invariant.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type BidiLevels, mirroredForm } from './bidi-algorithm.js'
import { baseLevel, embeddingLevels } from './embedding-levels.js'

/** Characters of right-to-left scripts, and controls that change direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether anything of a text may run right to left. */
export function mayRunRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Whether anything of the paragraph may run right to left, text or boxes; most documents have nothing of the kind. */
export function needsBidi(root: InlineRootBox): boolean {
  if (root.style.direction === 'rtl') return true
  for (const item of root.items) {
    if (item.kind === 'text' && mayRunRightToLeft(item.text)) return true
    // Without a say in its text, the direction still decides on which line each edge of a box is.
    if (item.kind === 'open' && item.box.style.direction === 'rtl') return true
  }
  return false
}

/**
 * Resolves the levels of a paragraph. `unicode-bidi` of inline boxes becomes control characters (css-writing-modes-4
 * §2.4.5), which exist only in the text given to the algorithm.
 * @param length length of the paragraph's text, in which an atomic inline, a break and an opportunity are one code unit each
 */
export function resolveLevels(root: InlineRootBox, length: number): BidiLevels {
  const text = new ControlledText(length)
  const open: ComputedStyle[] = [root.style]
  for (const style of open) text.control(rootControls(style).start)
  for (const item of root.items) {
    switch (item.kind) {
      case 'text':
        text.add(item.text)
        break
      case 'atomic':
      case 'leader':
        text.add('\ufffc')
        break
      case 'opportunity':
        text.add('\u200b')
        break
      case 'break':
        for (let i = open.length - 1; i > 0; i--) text.control(controls(open[i] as ComputedStyle).end)
        text.control(rootControls(root.style).end)
        text.add('\n')
        text.control(rootControls(root.style).start)
        for (let i = 1; i < open.length; i++) text.control(controls(open[i] as ComputedStyle).start)
        break
      case 'open':
        open.push(item.box.style)
        text.control(controls(item.box.style).start)
        break
      case 'close':
        text.control(controls(item.box.style).end)
        open.pop()
        break
      case 'out-of-flow':
        break
      default:
        assertNever(item)
    }
  }
  return text.levels(root.style)
}

/** The base direction of the paragraph's lines (UAX #9 P2, P3 for `plaintext`). */
export function baseDirection(root: InlineRootBox): 'ltr' | 'rtl' {
  const { direction, unicodeBidi } = root.style
  if (unicodeBidi !== 'plaintext') return direction
  const text = root.items.map((item) => (item.kind === 'text' ? item.text : '')).join('')
  return baseLevel(text)
}

/** The mirrored form of each character that has one, for text that runs right to left (UAX #9 L4). */
export function mirror(text: string): string {
  let mirrored = ''
  for (const character of text) mirrored += mirroredForm(character) ?? character
  return mirrored
}

class ControlledText {
  #text = ''
  #length = 0
  /** Offset in the controlled text of each code unit of the paragraph's. */
  readonly #sources: Uint32Array

  constructor(length: number) {
    this.#sources = new Uint32Array(length)
  }

  add(text: string): void {
    const shift = this.#text.length - this.#length
    for (let i = 0; i < text.length; i++, this.#length++) this.#sources[this.#length] = this.#length + shift
    this.#text += text
  }

  control(characters: string): void {
    this.#text += characters
  }

  levels(style: ComputedStyle): BidiLevels {
    const base = style.unicodeBidi === 'plaintext' ? 'auto' : style.direction
    const all = embeddingLevels(this.#text, base)
    return Uint8Array.from(this.#sources, (source) => all[source] ?? 0)
  }
}

const LRE = '\u202a'
const RLE = '\u202b'
const PDF = '\u202c'
const LRO = '\u202d'
const RLO = '\u202e'
const LRI = '\u2066'
const RLI = '\u2067'
const FSI = '\u2068'
const PDI = '\u2069'

interface Controls {
  readonly start: string
  readonly end: string
}

const NO_CONTROLS: Controls = { start: '', end: '' }

function controls({ unicodeBidi, direction }: ComputedStyle): Controls {
  const ltr = direction === 'ltr'
  switch (unicodeBidi) {
    case 'normal':
      return NO_CONTROLS
    case 'embed':
      return { start: ltr ? LRE : RLE, end: PDF }
    case 'isolate':
      return { start: ltr ? LRI : RLI, end: PDI }
    case 'bidi-override':
      return { start: ltr ? LRO : RLO, end: PDF }
    case 'isolate-override':
      return { start: ltr ? LRI + LRO : RLI + RLO, end: PDF + PDI }
    case 'plaintext':
      return { start: FSI, end: PDI }
  }
}

/** A block is isolated by itself and has a base direction; only an override remains to be said. */
function rootControls(style: ComputedStyle): Controls {
  const { unicodeBidi, direction } = style
  if (unicodeBidi !== 'bidi-override' && unicodeBidi !== 'isolate-override') return NO_CONTROLS
  return { start: direction === 'ltr' ? LRO : RLO, end: PDF }
}
