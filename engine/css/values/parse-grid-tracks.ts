import { TokenType } from '@csstools/css-tokenizer'
import {
  type AutoRepeat,
  emptyTrackRun,
  noTracks,
  type SubgridLines,
  type TrackList,
  type TrackMaximum,
  type TrackMinimum,
  type TrackRun,
  type TrackSize,
  type TrackTemplate,
} from './grid-value.js'
import type { LengthValue } from './length-value.js'
import { parseInteger, parseLengthPercentage } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'

/** A grid has at most so many explicit tracks in an axis (css-grid-1 §10.3 allows a limit): what a list goes beyond is cut. */
export const TRACK_LIMIT = 10_000

type Size = TrackSize<LengthValue>
type Run = TrackRun<LengthValue>

/** `[name name]`, without the words that mean something else in placements; undefined when there is none. */
export function parseLineNames(cursor: ValueCursor): readonly string[] | undefined {
  const before = cursor.position
  if (!bracket(cursor, TokenType.OpenSquare)) return undefined
  const names: string[] = []
  for (let name = parseGridName(cursor); name !== undefined; name = parseGridName(cursor)) names.push(name)
  if (bracket(cursor, TokenType.CloseSquare)) return names
  cursor.reset(before)
  return undefined
}

function bracket(cursor: ValueCursor, type: TokenType.OpenSquare | TokenType.CloseSquare): boolean {
  if (cursor.token?.[0] !== type) return false
  cursor.advance()
  return true
}

const RESERVED_NAMES = new Set(['auto', 'span', 'inherit', 'initial', 'unset', 'revert', 'revert-layer', 'default'])

/** A name of a line or an area: case-sensitive. */
export function parseGridName(cursor: ValueCursor): string | undefined {
  const word = cursor.peekIdent()
  return word === undefined || RESERVED_NAMES.has(word) ? undefined : cursor.customIdent()
}

/** `<track-size>` (css-grid-1 §7.2). */
export function parseTrackSize(cursor: ValueCursor): Size | undefined {
  const name = cursor.peekFunction()
  if (name === 'minmax') return minmax(cursor)
  if (name === 'fit-content') return fitContent(cursor)
  const breadth = trackBreadth(cursor)
  if (breadth === undefined) return undefined
  return isFlexible(breadth) ? { min: 'auto', max: breadth } : { min: breadth, max: breadth }
}

type Breadth = Exclude<TrackMaximum<LengthValue>, { readonly kind: 'fit-content' }>

function trackBreadth(cursor: ValueCursor): Breadth | undefined {
  const word = cursor.keyword(['auto', 'min-content', 'max-content'])
  if (word) return word
  const token = cursor.token
  if (token?.[0] === TokenType.Dimension && token[4].unit.toLowerCase() === 'fr') {
    if (token[4].value < 0) return undefined
    cursor.advance()
    return { kind: 'flex', factor: token[4].value }
  }
  const value = parseLengthPercentage(cursor, { nonNegative: true })
  return value && { kind: 'length', value }
}

function isFlexible(breadth: Breadth): breadth is Exclude<Breadth, TrackMinimum<LengthValue>> {
  return typeof breadth === 'object' && breadth.kind === 'flex'
}

function minmax(cursor: ValueCursor): Size | undefined {
  const args = cursor.call()?.args
  const min = args && trackBreadth(args)
  const max = args?.comma() ? trackBreadth(args) : undefined
  if (min === undefined || max === undefined || !args?.done || isFlexible(min)) return undefined
  return { min, max }
}

function fitContent(cursor: ValueCursor): Size | undefined {
  const args = cursor.call()?.args
  const value = args && parseLengthPercentage(args, { nonNegative: true })
  return value && args?.done ? { min: 'auto', max: { kind: 'fit-content', value } } : undefined
}

/** `grid-template-columns` and `-rows` (css-grid-1 §7.2): `none`, `subgrid` or a track list, which consumes all it can. */
export function parseTrackTemplate(cursor: ValueCursor): TrackTemplate<LengthValue> | undefined {
  if (cursor.keyword(['none'])) return noTracks()
  const word = cursor.keyword(['subgrid', 'masonry'])
  if (word === 'masonry') return cursor.unsupported('the keyword "masonry"')
  return word ? subgridLines(cursor) : new TrackListParser(cursor).parse()
}

/** `<line-name-list>` (css-grid-2 §9.1): lists of names, and repetitions of them, of which one may be automatic. */
function subgridLines(cursor: ValueCursor): SubgridLines | undefined {
  const before: (readonly string[])[] = []
  const after: (readonly string[])[] = []
  let repeat: readonly (readonly string[])[] | undefined
  for (;;) {
    const current = repeat ? after : before
    const names = parseLineNames(cursor)
    if (names) {
      if (current.length <= TRACK_LIMIT) current.push(names)
      continue
    }
    if (cursor.peekFunction() !== 'repeat') return { kind: 'subgrid', before, repeat, after }
    const repetition = repeatedNames(cursor)
    if (!repetition) return undefined
    if (repetition.count === 'auto-fill') {
      if (repeat) return undefined
      repeat = repetition.lines
    } else {
      for (let time = 0; time < repetition.count && current.length <= TRACK_LIMIT; time++) {
        current.push(...repetition.lines)
      }
    }
  }
}

/** `<name-repeat>`. */
function repeatedNames(cursor: ValueCursor) {
  const args = cursor.call()?.args
  if (!args) return undefined
  const count = args.keyword(['auto-fill']) ?? parseInteger(args)
  if (count === undefined || (count !== 'auto-fill' && count < 1) || !args.comma()) return undefined
  const lines: (readonly string[])[] = []
  for (let names = parseLineNames(args); names; names = parseLineNames(args)) lines.push(names)
  return lines.length > 0 && args.done ? { count, lines } : undefined
}

/** Builds a list of tracks; names on both sides of a line are joined. */
class RunBuilder {
  readonly tracks: Size[] = []
  readonly names: (readonly string[])[] = [[]]

  addNames(names: readonly string[]): void {
    const last = this.names.length - 1
    const known = this.names[last] ?? []
    this.names[last] = known.length === 0 ? names : [...known, ...names]
  }

  addTrack(size: Size): void {
    if (this.tracks.length >= TRACK_LIMIT) return
    this.tracks.push(size)
    this.names.push([])
  }

  addRun(run: Run): void {
    this.addNames(run.names[0] ?? [])
    for (let index = 0; index < run.tracks.length && this.tracks.length < TRACK_LIMIT; index++) {
      const size = run.tracks[index]
      if (!size) break
      this.addTrack(size)
      this.addNames(run.names[index + 1] ?? [])
    }
  }
}

class TrackListParser {
  readonly #before = new RunBuilder()
  readonly #after = new RunBuilder()
  #repeat: AutoRepeat<LengthValue> | undefined

  constructor(private readonly cursor: ValueCursor) {}

  parse(): TrackList<LengthValue> | undefined {
    const { cursor } = this
    let tracks = 0
    let named = false
    for (;;) {
      const names = parseLineNames(cursor)
      if (names) {
        // Two lists of names need a track between them.
        if (named) return undefined
        this.#current.addNames(names)
        named = true
        continue
      }
      if (cursor.peekFunction() === 'repeat') {
        if (!this.#repetition()) return undefined
      } else {
        const size = parseTrackSize(cursor)
        if (!size) break
        this.#current.addTrack(size)
      }
      named = false
      tracks++
    }
    if (tracks === 0 || (this.#repeat && !this.#isFixed())) return undefined
    return { kind: 'tracks', before: this.#before, repeat: this.#repeat, after: this.#after }
  }

  get #current(): RunBuilder {
    return this.#repeat ? this.#after : this.#before
  }

  #repetition(): boolean {
    const args = this.cursor.call()?.args
    if (!args) return false
    const mode = args.keyword(['auto-fill', 'auto-fit'])
    const count = mode ? undefined : parseInteger(args)
    if (!args.comma()) return false
    const run = repeatedRun(args)
    if (!run || !args.done) return false
    if (mode) {
      if (this.#repeat) return false
      this.#repeat = { mode, tracks: run.tracks, names: run.names }
      return true
    }
    if (count === undefined || count < 1) return false
    const current = this.#current
    for (let time = 0; time < count && current.tracks.length < TRACK_LIMIT; time++) current.addRun(run)
    return true
  }

  /** Next to an automatic repetition, and in it, only tracks of a definite size may stand (§7.2.3). */
  #isFixed(): boolean {
    const runs = [this.#before, this.#repeat ?? emptyTrackRun<LengthValue>(), this.#after]
    return runs.every(({ tracks }) => tracks.every(isFixedSize))
  }
}

function isFixedSize({ min, max }: Size): boolean {
  if (typeof min === 'object') return typeof max !== 'object' || max.kind !== 'fit-content'
  return typeof max === 'object' && max.kind === 'length'
}

/** The tracks within `repeat()`. */
function repeatedRun(args: ValueCursor): Run | undefined {
  const run = new RunBuilder()
  let named = false
  for (;;) {
    const names = parseLineNames(args)
    if (names) {
      if (named) return undefined
      run.addNames(names)
      named = true
      continue
    }
    const size = parseTrackSize(args)
    if (!size) break
    run.addTrack(size)
    named = false
  }
  return run.tracks.length > 0 ? run : undefined
}

/** `<explicit-track-list>`: without repetitions, as the columns of `grid-template` next to strings (§7.4). */
export function parseExplicitTracks(cursor: ValueCursor): TrackList<LengthValue> | undefined {
  const run = repeatedRun(cursor)
  return run && { kind: 'tracks', before: run, repeat: undefined, after: emptyTrackRun() }
}

/** One or more track sizes: `grid-auto-columns` and `-rows`. */
export function parseTrackSizes(cursor: ValueCursor): readonly Size[] | undefined {
  const sizes: Size[] = []
  for (let size = parseTrackSize(cursor); size; size = parseTrackSize(cursor)) sizes.push(size)
  return sizes.length > 0 ? sizes : undefined
}
