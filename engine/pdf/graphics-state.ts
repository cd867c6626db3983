import { IDENTITY, type Matrix, multiply } from '../base/matrix.js'
import { samePaint } from '../base/rgb-color.js'
import type { ShapePen } from '../paint/paint-target.js'
import type { Color } from '../style/computed-style.js'
import type { ByteSink } from './byte-sink.js'
import type { DeviceColors } from './device-colors.js'
import { writeMatrix } from './path-operators.js'

/** Filled, outlined, both or neither: the text rendering modes (ISO 32000-1 §9.3.6). */
type TextMode = 0 | 1 | 2 | 3

/** The parameters that are tracked. */
export interface GraphicsParameters {
  readonly fill: Color | undefined
  readonly stroke: Color | undefined
  /** Constant alpha for filling and stroking; undefined when not known. */
  readonly alpha: number | undefined
  readonly font: string
  readonly fontSize: number
  readonly lineWidth: number
  /** Undefined when not known, as at the start of a form. */
  readonly dashes: readonly number[] | undefined
  readonly dashOffset: number
  readonly cap: ShapePen['cap'] | undefined
  /** Undefined at the start, when strokes without corners do not care. */
  readonly join: ShapePen['join'] | undefined
  readonly miterLimit: number | undefined
  readonly matrix: Matrix
  readonly textMode: TextMode
}

/** What the graphics states of a document share. */
export interface GraphicsResources {
  /** Names of the graphics state dictionaries for alpha values in thousandths. */
  readonly alphas: Map<number, string>
  readonly colors: DeviceColors
}

const INITIAL: GraphicsParameters = {
  fill: undefined,
  stroke: undefined,
  alpha: 1,
  font: '',
  fontSize: 0,
  lineWidth: -1,
  dashes: undefined,
  dashOffset: 0,
  cap: undefined,
  join: undefined,
  miterLimit: undefined,
  matrix: IDENTITY,
  textMode: 0,
}

/** The operands of `J` and `j` (§8.4.3). */
const LINE_CAPS = { butt: 0, round: 1, square: 2 } as const
const LINE_JOINS = { miter: 0, round: 1, bevel: 2 } as const

/** Writes the operators that change the graphics state (ISO 32000-1 §8.4), none for what is so already. */
export class GraphicsState {
  #now: { -readonly [Name in keyof GraphicsParameters]: GraphicsParameters[Name] } = { ...INITIAL }

  constructor(
    private readonly out: ByteSink,
    private readonly resources: GraphicsResources,
  ) {}

  /** As they are now. */
  get parameters(): GraphicsParameters {
    return { ...this.#now }
  }

  /** They are again as they were, by an operator or because what changed them was taken back. */
  set parameters(parameters: GraphicsParameters) {
    this.#now = { ...parameters }
  }

  /** From the coordinates of what is painted now to those in which the stream began. */
  get matrix(): Matrix {
    return this.#now.matrix
  }

  transform(matrix: Matrix): void {
    this.#now.matrix = multiply(this.#now.matrix, matrix)
    writeMatrix(this.out, matrix)
    this.out.text('cm\n')
  }

  /** Fills are painted with a pattern (§8.7) from here on, until the matching `restore`. */
  setFillPattern(name: string): void {
    this.#now.fill = undefined
    this.out.text(`/Pattern cs /${name} scn\n`)
  }

  /** Strokes are painted with a pattern from here on, until the matching `restore`. */
  setStrokePattern(name: string): void {
    this.#now.stroke = undefined
    this.out.text(`/Pattern CS /${name} SCN\n`)
  }

  setFill(color: Color): void {
    this.setAlpha(color.alpha)
    const current = this.#now.fill
    if (current === color || (current && samePaint(current, color))) return
    this.#now.fill = color
    this.#ink(color, 'g\n', 'rg\n', 'k\n')
  }

  setStroke(color: Color): void {
    this.setAlpha(color.alpha)
    const current = this.#now.stroke
    if (current && samePaint(current, color)) return
    this.#now.stroke = color
    this.#ink(color, 'G\n', 'RG\n', 'K\n')
  }

  setAlpha(alpha: number): void {
    if (this.#now.alpha === alpha) return
    this.#now.alpha = alpha
    const { alphas } = this.resources
    const thousandths = Math.round(alpha * 1000)
    let name = alphas.get(thousandths)
    if (name === undefined) {
      name = `A${thousandths}`
      alphas.set(thousandths, name)
    }
    this.out.text(`/${name} gs\n`)
  }

  /** The colour and pen of lines without corners. */
  setLine(color: Color, width: number, dashes: readonly number[], cap: ShapePen['cap']): void {
    this.setStroke(color)
    this.#setPen(width, dashes, 0, cap)
  }

  setShapePen(pen: ShapePen): void {
    this.#setPen(pen.width, pen.dashes, pen.dashOffset, pen.cap)
    const now = this.#now
    if (now.join !== pen.join) {
      now.join = pen.join
      this.out.text(`${LINE_JOINS[pen.join]} j\n`)
    }
    if (pen.join === 'miter' && now.miterLimit !== pen.miterLimit) {
      now.miterLimit = pen.miterLimit
      this.out.number(pen.miterLimit)
      this.out.text('M\n')
    }
  }

  #setPen(width: number, dashes: readonly number[], dashOffset: number, cap: ShapePen['cap']): void {
    const now = this.#now
    if (now.lineWidth !== width) {
      now.lineWidth = width
      this.out.number(width)
      this.out.text('w\n')
    }
    if (now.dashOffset !== dashOffset || !now.dashes || !sameNumbers(now.dashes, dashes)) {
      now.dashes = dashes
      now.dashOffset = dashOffset
      this.out.text('[')
      for (const dash of dashes) this.out.number(dash)
      this.out.text('] ')
      this.out.number(dashOffset)
      this.out.text('d\n')
    }
    if (now.cap !== cap) {
      now.cap = cap
      this.out.text(`${LINE_CAPS[cap]} J\n`)
    }
  }

  setFont(name: string, size: number): void {
    if (this.#now.font === name && this.#now.fontSize === size) return
    this.#now.font = name
    this.#now.fontSize = size
    this.out.text(`/${name} `)
    this.out.number(size)
    this.out.text('Tf\n')
  }

  /**
   * Text is filled, and stroked in the same colour when there is a line width for it.
   * @param outline in px
   */
  setTextOutline(color: Color, outline: number | undefined): void {
    if (outline !== undefined) this.setLine(color, outline, [], 'butt')
    this.#setTextMode(outline === undefined ? 0 : 2)
  }

  /** Letters are not filled but outlined, until the matching `restore`. */
  outlineText(pen: ShapePen): void {
    this.setShapePen(pen)
    this.#setTextMode(1)
  }

  /** Letters are neither filled nor outlined until the next text. */
  hideText(): void {
    this.#setTextMode(3)
  }

  #setTextMode(mode: TextMode): void {
    if (mode === this.#now.textMode) return
    this.#now.textMode = mode
    this.out.text(`${mode} Tr\n`)
  }

  #ink(color: Color, gray: string, rgb: string, cmyk: string): void {
    const { inks } = color
    if (inks) {
      this.resources.colors.paint(inks)
      this.out.point(inks.cyan, inks.magenta)
      this.out.point(inks.yellow, inks.black)
      this.out.text(cmyk)
      return
    }
    this.out.number(color.red)
    if (isGray(color)) {
      this.out.text(gray)
      return
    }
    this.out.point(color.green, color.blue)
    this.out.text(rgb)
  }
}

function isGray(color: Color): boolean {
  return color.red === color.green && color.green === color.blue
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]))
}
