import type { FontLibrary, FontMetrics, FontSelection, ShapedWord } from '../fonts/font-types.js'
import { COMMON_SCRIPT, scriptOf } from '../fonts/scripts.js'
import type { TextFit, VectorTextChunk, VectorTextRun } from '../images/vector-types.js'
import { mayRunRightToLeft } from '../layout/inline/bidi-levels.js'
import { embeddingLevels } from '../layout/inline/embedding-levels.js'
import { reorderByLevel } from '../layout/inline/visual-order.js'

/** A run, or the part of one that runs in one direction, with its letters chosen and placed along its chunk. */
export interface ShapedRun {
  readonly run: VectorTextRun
  readonly metrics: FontMetrics
  readonly words: readonly ShapedWord[]
  /** Left edges of the words from the start of the run, before it is stretched. */
  readonly positions: readonly number[]
  readonly letterSpacing: number
  /** Before it is stretched. */
  readonly width: number
  /** How much wider its letters are than they should be. */
  readonly stretch: number
  /** From the start of the chunk. */
  readonly x: number
  readonly y: number
}

export interface ShapedChunk {
  readonly runs: readonly ShapedRun[]
  readonly width: number
}

/** Chooses the letters of a chunk and places them from left to right. */
export function shapeChunk(fonts: FontLibrary, chunk: VectorTextChunk): ShapedChunk {
  const pieces = chunk.runs.flatMap((run) => ({ run, text: run.text, level: 0 }))
  const text = pieces.map((piece) => piece.text).join('')
  if (chunk.direction === 'ltr' && !mayRunRightToLeft(text))
    return placePieces(pieces.map((piece) => shapePiece(fonts, piece)))
  const levels = embeddingLevels(text, chunk.direction)
  const directed = splitByLevel(chunk.runs, levels)
  reorderByLevel(directed)
  return placePieces(directed.map((piece) => shapePiece(fonts, piece)))
}

/** A part of a run at one level of UAX #9. */
interface Piece {
  readonly run: VectorTextRun
  readonly text: string
  readonly level: number
}

function splitByLevel(runs: readonly VectorTextRun[], levels: Uint8Array): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (const run of runs) {
    const end = start + run.text.length
    for (let from = start; from < end; ) {
      let to = from + 1
      while (to < end && levels[to] === levels[from]) to++
      pieces.push({ run, text: run.text.slice(from - start, to - start), level: levels[from] ?? 0 })
      from = to
    }
    start = end
  }
  return pieces
}

interface ShapedPiece extends Piece {
  readonly metrics: FontMetrics
  readonly words: readonly ShapedWord[]
  /** Of the words, in px without the spacing of letters. */
  readonly widths: readonly number[]
  /** What is added in front of the words: the blank of one from right to left stands on its left. */
  readonly leads: readonly number[]
  readonly characters: readonly number[]
}

function shapePiece(fonts: FontLibrary, piece: Piece): ShapedPiece {
  const { run, text, level } = piece
  const { families, weight, style, fontSize } = run
  const selection = fonts.select({ families, weight, style, stretch: 100, opticalSize: fontSize })
  const words: ShapedWord[] = []
  const widths: number[] = []
  const leads: number[] = []
  const characters: number[] = []
  const spacing = run.wordSpacing ?? 0
  for (const { face, text: part, script } of inReadingOrder(selection, text, level, spacing !== 0)) {
    const shaping = fonts.shaping({ direction: level & 1 ? 'rtl' : 'ltr', script, language: '', features: {} })
    const word = fonts.shape(face, shaping, part)
    words.push(word)
    const gap = part.endsWith(' ') ? spacing : 0
    widths.push((word.width * fontSize) / face.unitsPerEm + gap)
    leads.push(level & 1 ? gap : 0)
    characters.push([...part].length)
  }
  return { ...piece, metrics: selection.primary.metrics, words, widths, leads, characters }
}

/** The stretches of one face and script from left to right. */
function inReadingOrder(selection: FontSelection, text: string, level: number, byWords: boolean) {
  const stretches = selection
    .itemize(text)
    .flatMap(({ start, end, face }) => scriptPieces(text.slice(start, end)).map((piece) => ({ ...piece, face })))
  const parts = byWords ? stretches.flatMap(splitAtBlanks) : stretches
  return level & 1 ? parts.reverse() : parts
}

/** A blank is the last of its part, so that what is added to it stands behind the part. */
function splitAtBlanks<T extends { readonly text: string }>(stretch: T): readonly T[] {
  return stretch.text.split(/(?<= )/).map((text) => ({ ...stretch, text }))
}

/** Stretches of one script; what belongs to none stays with what stands before it. */
function scriptPieces(text: string): readonly { readonly text: string; readonly script: string }[] {
  const pieces: { text: string; script: string }[] = []
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0) ?? 0)
    const last = pieces.at(-1)
    if (last && (script === COMMON_SCRIPT || last.script === script || last.script === COMMON_SCRIPT)) {
      last.text += character
      if (last.script === COMMON_SCRIPT) last.script = script
    } else pieces.push({ text: character, script })
  }
  return pieces.map((piece) => (piece.script === COMMON_SCRIPT ? { ...piece, script: 'latn' } : piece))
}

function placePieces(pieces: readonly ShapedPiece[]): ShapedChunk {
  const fitting = measureFits(pieces)
  const runs: ShapedRun[] = []
  let x = 0
  let y = 0
  let last: VectorTextRun | undefined
  for (const { run, metrics, words, widths, leads, characters } of pieces) {
    if (run !== last) {
      x += run.dx
      y += run.dy
      last = run
    }
    const fit = run.fit && fitting.get(run.fit)
    const letterSpacing = run.letterSpacing + (fit?.spacing ?? 0)
    const positions: number[] = []
    let width = 0
    for (const [i, own] of widths.entries()) {
      positions.push(width + (leads[i] ?? 0))
      width += own + letterSpacing * (characters[i] ?? 0)
    }
    const stretch = fit?.stretch ?? 1
    runs.push({ run, metrics, words, positions, letterSpacing, width, stretch, x, y })
    x += width * stretch
    // The last letter of what is fitted has no space behind it.
    if (fit) fit.pieces--
    if (fit?.pieces === 0) x -= fit.spacing
  }
  return { runs, width: x }
}

/** How text comes to the length it is given (SVG 2 §11.9.2). */
interface Fitting {
  /** Added between its letters. */
  readonly spacing: number
  readonly stretch: number
  /** Pieces of it that are not placed. */
  pieces: number
}

function measureFits(pieces: readonly ShapedPiece[]): ReadonlyMap<TextFit, Fitting> {
  const natural = new Map<TextFit, { width: number; characters: number; pieces: number }>()
  for (const { run, widths, characters } of pieces) {
    if (!run.fit) continue
    const sum = natural.get(run.fit) ?? { width: 0, characters: 0, pieces: 0 }
    natural.set(run.fit, sum)
    for (const [i, width] of widths.entries()) {
      sum.width += width + run.letterSpacing * (characters[i] ?? 0)
      sum.characters += characters[i] ?? 0
    }
    sum.pieces++
  }
  const fitting = new Map<TextFit, Fitting>()
  for (const [fit, { width, characters, pieces }] of natural) {
    const stretch = fit.adjusts === 'glyphs' && width > 0 ? fit.length / width : 1
    const spacing = fit.adjusts === 'spacing' && characters > 1 ? (fit.length - width) / (characters - 1) : 0
    fitting.set(fit, { stretch, spacing, pieces })
  }
  return fitting
}
