import LineBreaker from 'linebreak'
import {
  LineBreakClass as C,
  classSet,
  isEastAsian,
  lineBreakClassOf,
  representativeOf,
} from './unicode/line-break-classes.js'

/** Of the start and the end of the text. */
const NONE = -1

const DOTTED_CIRCLE = 0x25cc
const ZERO_WIDTH_JOINER = 0x200d

const SPACES_AND_BREAKS = classSet('BK', 'CR', 'LF', 'NL', 'SP', 'ZW')
const HARD = classSet('BK', 'CR', 'LF', 'NL', 'ZW')
/** What rules up to LB14 keep at the end of a line, or with what is before. */
const KEPT_BEHIND = classSet('BK', 'CR', 'LF', 'NL', 'SP', 'ZW', 'WJ', 'CL', 'CP', 'EX', 'SY')
const KEPT_BEFORE = classSet('OP', 'WJ', 'GL')
const BEFORE_INITIAL_QUOTE = classSet('BK', 'CR', 'LF', 'NL', 'OP', 'QU', 'Pi', 'Pf', 'GL', 'SP', 'ZW')
const BEHIND_FINAL_QUOTE = classSet(
  ...(['SP', 'GL', 'WJ', 'CL', 'QU', 'Pi', 'Pf', 'CP', 'EX', 'IS', 'SY', 'BK', 'CR', 'LF', 'NL', 'ZW'] as const),
)
const QUOTES = classSet('QU', 'Pi', 'Pf')
const BEFORE_WORD_HYPHEN = classSet('BK', 'CR', 'LF', 'NL', 'SP', 'ZW', 'CB', 'GL')
const HYPHENS = classSet('HY', 'HH')
const LETTERS = classSet('AL', 'AL+', 'HL')
const LETTERS_AND_NUMBERS = classSet('AL', 'AL+', 'HL', 'NU')
const AFFIXES = classSet('PR', 'PO')
const CLOSING = classSet('CL', 'CP')
const IN_NUMBERS = classSet('SY', 'IS')
/** What LB21 and LB22 keep with what is before. */
const TRAILING = classSet('BA', 'HH', 'HY', 'NS', 'IN')
/** What rules that changed since Unicode 13 are about. */
const CHANGED = classSet(
  ...(['SP', 'QU', 'Pi', 'Pf', 'HY', 'HH', 'BA', 'PR', 'PO', 'SY', 'OP', 'CP', 'EM'] as const),
  ...(['AK', 'AP', 'AS', 'VF', 'VI'] as const),
)
const RESERVED_FOR_EMOJI = classSet('AL+', 'ID+')
const AKSARA_PARTS = classSet('AK', 'AP', 'AS', 'VF', 'VI')

/** @param lineBreakClass may be `NONE`, which no set has */
function isIn(set: Uint8Array, lineBreakClass: number): boolean {
  return set[lineBreakClass] === 1
}

/**
 * Where a line may break by UAX #14 of Unicode 17, put into `breaks` as 1 for the code unit before which it may.
 *
 * The package `linebreak` knows the characters and rules of Unicode 13. It is given a text of characters that it knows, of the
 * classes that those of the text have now; rules that changed since are looked at here.
 *
 * @param from where the text begins in the one that `breaks` is of
 */
export function findUnicodeBreaks(text: string, breaks: Uint8Array, from = 0): void {
  const clusters = new Clusters(text)
  const breaker = new LineBreaker(clusters.representatives)
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak())
    breaks[from + clusters.offsetOf(next.position)] = 1
  for (let index = 1; index < clusters.count; index++) {
    if (!clusters.mayHaveChanged(index)) continue
    const decided = newerRule(clusters, index)
    if (decided !== undefined) breaks[from + clusters.offset(index)] = decided ? 1 : 0
  }
  breaks[from + text.length] = 0
}

/** Set in a class for characters that rule LB9 puts to the one before them, whose class they have. */
const ATTACHED = 0x80

/** The characters of a text with their classes. */
class Clusters {
  readonly count: number
  readonly representatives: string
  readonly #classes: Uint8Array
  /** The offsets of characters, where some take two code units. */
  readonly #offsets: Uint32Array | undefined
  /** By the position in the representatives, where their lengths differ from those of the text. */
  readonly #offsetsByPosition: number[] | undefined

  constructor(private readonly text: string) {
    const { length } = text
    const classes = new Uint8Array(length)
    let representatives = ''
    let index = 0
    let offsets: Uint32Array | undefined
    let byPosition: number[] | undefined
    for (let offset = 0; offset < length; index++) {
      const codePoint = text.codePointAt(offset) as number
      const raw = lineBreakClassOf(codePoint)
      classes[index] = raw === C.CM || raw === C.ZWJ ? markClass(classes[index - 1]) : raw
      if (codePoint > 0xffff && !offsets) {
        offsets = Uint32Array.from({ length }, (_, at) => at)
        byPosition = Array.from({ length: offset }, (_, at) => at)
      }
      if (offsets) offsets[index] = offset
      if (byPosition) byPosition[representatives.length] = offset
      representatives += representativeOf(raw)
      offset += codePoint > 0xffff ? 2 : 1
    }
    if (byPosition) byPosition[representatives.length] = length
    this.count = index
    this.representatives = representatives
    this.#classes = classes
    this.#offsets = offsets
    this.#offsetsByPosition = byPosition
  }

  /** Whether a rule that changed may be about a character and what is before it. */
  mayHaveChanged(index: number): boolean {
    const own = this.#classes[index] as number
    return own < ATTACHED && (isIn(CHANGED, own) || isIn(CHANGED, this.classOf(index - 1)))
  }

  /** The offset of the character whose representative is at a position. */
  offsetOf(position: number): number {
    return this.#offsetsByPosition?.[position] ?? position
  }

  offset(index: number): number {
    return this.#offsets?.[index] ?? index
  }

  /** Its class with that of the cluster, `NONE` outside of the text. */
  classOf(index: number): number {
    return index >= 0 && index < this.count ? (this.#classes[index] as number) & ~ATTACHED : NONE
  }

  isAttached(index: number): boolean {
    return (this.#classes[index] as number) >= ATTACHED
  }

  isJoiner(index: number): boolean {
    return this.text.charCodeAt(this.offset(index)) === ZERO_WIDTH_JOINER
  }

  /** The first character of the cluster before a character, -1 where there is none. */
  before(index: number): number {
    let first = index - 1
    while (first > 0 && this.isAttached(first)) first--
    return Math.max(first, -1)
  }

  /** The first character of the cluster behind that of a character. */
  behind(index: number): number {
    let next = index + 1
    while (next < this.count && this.isAttached(next)) next++
    return next
  }

  codePointAt(index: number): number {
    return this.text.codePointAt(this.offset(index)) ?? 0
  }

  isEastAsian(index: number): boolean {
    return index >= 0 && index < this.count && isEastAsian(this.codePointAt(index))
  }
}

/** LB9 and LB10: marks have the class of what they stand on, and on nothing they are letters. */
function markClass(before: number | undefined): number {
  if (before === undefined || isIn(SPACES_AND_BREAKS, before)) return C.AL
  return before | ATTACHED
}

/** Whether a line may break before a character by the rules that changed since Unicode 13; undefined where none did. */
function newerRule(text: Clusters, index: number): boolean | undefined {
  if (text.isJoiner(index - 1)) return undefined
  const before = text.before(index)
  const last = text.classOf(before)
  const next = text.classOf(index)
  if (isIn(HARD, last) || isIn(KEPT_BEHIND, next)) return undefined
  if (last === C.SP) return afterSpaces(text, before, index, next)
  if (isIn(KEPT_BEFORE, last)) return undefined
  if (next === C.GL && !isIn(HYPHENS, last) && last !== C.BA) return undefined
  return (
    besideQuotes(text, before, index) ??
    behindHyphen(text, before, next) ??
    inNumbers(text, before, index) ??
    inAksaras(text, before, index) ??
    besideBrackets(text, before, index) ??
    (isIn(RESERVED_FOR_EMOJI, last) && next === C.EM ? false : undefined)
  )
}

/** LB14 to LB18. */
function afterSpaces(text: Clusters, space: number, index: number, next: number): boolean | undefined {
  let at = space
  while (text.classOf(at) === C.SP) at = text.before(at)
  const last = text.classOf(at)
  if (last === C.OP) return undefined
  if (last === C.ZW) return true
  if (isInitialQuote(text, at) || isFinalQuote(text, index)) return false
  if (next === C.IS) return text.classOf(text.behind(index)) === C.NU
  if (next === C.NS || next === C.CJ || next === C.B2) return undefined
  return true
}

/** LB15a: a quotation mark that opens, at the start of a line or behind spaces and openings. */
function isInitialQuote(text: Clusters, at: number): boolean {
  if (text.classOf(at) !== C.Pi) return false
  const before = text.classOf(text.before(at))
  return before === NONE || isIn(BEFORE_INITIAL_QUOTE, before)
}

/** LB15b: a quotation mark that closes, at the end of a line or before spaces and what ends sentences. */
function isFinalQuote(text: Clusters, at: number): boolean {
  if (text.classOf(at) !== C.Pf) return false
  const behind = text.classOf(text.behind(at))
  return behind === NONE || isIn(BEHIND_FINAL_QUOTE, behind)
}

/** LB15a, LB15b, LB19 and LB19a. */
function besideQuotes(text: Clusters, before: number, index: number): boolean | undefined {
  const last = text.classOf(before)
  const next = text.classOf(index)
  if (!isIn(QUOTES, last) && !isIn(QUOTES, next)) return undefined
  if (isInitialQuote(text, before) || isFinalQuote(text, index) || next === C.IS) return false
  if (next === C.QU || next === C.Pf || last === C.QU || last === C.Pi) return false
  if (next === C.Pi && isKeptWithQuote(text, before, text.behind(index))) return false
  if (last === C.Pf && isKeptWithQuote(text, index, text.before(before))) return false
  if (last === C.CB || next === C.CB) return true
  return !isIn(TRAILING, next) && next !== C.CJ && last !== C.BB
}

/** LB19a: quotation marks keep to what is on their sides unless both are East Asian. */
function isKeptWithQuote(text: Clusters, near: number, far: number): boolean {
  return !text.isEastAsian(near) || !text.isEastAsian(far)
}

/** LB20a and LB21a. Unicode 13 has no difference between hyphens and other characters behind which lines break. */
function behindHyphen(text: Clusters, hyphen: number, next: number): boolean | undefined {
  const last = text.classOf(hyphen)
  if (!isIn(HYPHENS, last) && last !== C.BA) return undefined
  const before = text.classOf(text.before(hyphen))
  if (last === C.BA)
    return before === C.HL && !isIn(TRAILING, next) && next !== C.CJ && next !== C.IS ? true : undefined
  if (isIn(LETTERS, next) && (before === NONE || isIn(BEFORE_WORD_HYPHEN, before))) return false
  return before === C.HL ? next === C.HL || next === C.CB : undefined
}

/** LB25. */
function inNumbers(text: Clusters, before: number, index: number): boolean | undefined {
  const last = text.classOf(before)
  const next = text.classOf(index)
  if (isIn(AFFIXES, next)) {
    if (isIn(CLOSING, last)) return !endsNumber(text, text.before(before))
    if (isIn(IN_NUMBERS, last) && endsNumber(text, before)) return false
    return undefined
  }
  if (next === C.NU && last === C.SY) return !endsNumber(text, before)
  if (next === C.OP && isIn(AFFIXES, last)) {
    let number = text.behind(index)
    if (text.classOf(number) === C.IS) number = text.behind(number)
    return text.classOf(number) !== C.NU
  }
  return undefined
}

/** Whether a number ends with a character, signs within it included. */
function endsNumber(text: Clusters, at: number): boolean {
  let index = at
  while (isIn(IN_NUMBERS, text.classOf(index))) index = text.before(index)
  return text.classOf(index) === C.NU
}

/** LB28a: the syllables of scripts of Southeast Asia. */
function inAksaras(text: Clusters, before: number, index: number): boolean | undefined {
  const last = text.classOf(before)
  const next = text.classOf(index)
  const isPart = isIn(AKSARA_PARTS, last) || isIn(AKSARA_PARTS, next)
  if (!isPart) return undefined
  // The package takes such characters for ideographs, which keep to signs of currencies and percents.
  if (isIn(AFFIXES, last) || isIn(AFFIXES, next)) return true
  if (last === C.AP && isAksara(text, index)) return false
  if (isAksara(text, before) && (next === C.VF || next === C.VI)) return false
  if (last === C.VI && isAksara(text, text.before(before)) && (next === C.AK || isDottedCircle(text, index)))
    return false
  if (isAksara(text, before) && isAksara(text, index) && text.classOf(text.behind(index)) === C.VF) return false
  return undefined
}

function isAksara(text: Clusters, index: number): boolean {
  const own = text.classOf(index)
  return own === C.AK || own === C.AS || isDottedCircle(text, index)
}

function isDottedCircle(text: Clusters, index: number): boolean {
  return text.classOf(index) === C.AL && text.codePointAt(index) === DOTTED_CIRCLE
}

/** LB30. */
function besideBrackets(text: Clusters, before: number, index: number): boolean | undefined {
  const last = text.classOf(before)
  const next = text.classOf(index)
  if (next === C.OP && isIn(LETTERS_AND_NUMBERS, last)) return text.isEastAsian(index)
  if (last === C.CP && isIn(LETTERS_AND_NUMBERS, next)) return text.isEastAsian(before)
  return undefined
}
