import type { Rect, Size } from '../base/geometry.js'
import { IDENTITY, type Matrix } from '../base/matrix.js'
import { POINTS_PER_PX } from '../base/units.js'
import type { WorkBudget } from '../base/work-budget.js'
import type { Tiling } from '../paint/paint-target.js'
import { ArtifactProperties } from './artifact-properties.js'
import { ByteSink } from './byte-sink.js'
import { ContentStream, type StreamContext } from './content-stream.js'
import type { DeviceColors } from './device-colors.js'
import type { CurrentContent, MarkedContent } from './marked-content.js'
import type { OutputIntent } from './output-intent.js'
import type { PdfFile } from './pdf-file.js'
import type { PdfDictionary, PdfReference, PdfValue } from './pdf-values.js'
import { Resources } from './resources.js'

/** The surface that is painted on: a page, or a form within it. */
export interface Canvas {
  readonly stream: ContentStream
  readonly resources: Resources
  /** From the stream's first coordinates to those of the page or form that patterns refer to (§8.7.2). */
  readonly base: Matrix
  /** It is within a tiling pattern, where some readers misplace patterns: gradients are painted without them. */
  readonly tiled: boolean
}

/** An isolated transparency group (§11.4.5) of shades of gray, which luminosity masks are. */
export const GRAY_GROUP: PdfDictionary = { S: 'Transparency', CS: 'DeviceGray', I: true }

interface FormProperties {
  readonly group?: PdfDictionary | undefined
  /** To the coordinates of what shows it; undefined where they are its own. */
  readonly matrix?: Matrix | undefined
  readonly structParent?: number | undefined
}

/** The parts of a document that its content needs. */
interface CanvasesContext {
  readonly file: PdfFile
  /** The resources of all fonts. */
  readonly fonts: PdfReference
  readonly work: WorkBudget
  readonly colors: DeviceColors
  readonly intent: OutputIntent
}

/** Bytes of operators that a page full of text may have. */
const FULL_PAGE = 1 << 15

/** The forms, patterns and pages of a document while they are painted. */
export class Canvases {
  readonly file: PdfFile
  readonly colors: DeviceColors
  /** Alpha values in thousandths and the names of their graphics state dictionaries. */
  readonly #alphas = new Map<number, string>()
  readonly #alphaResources: PdfReference
  readonly #fontResources: PdfReference
  #patternCount = 0
  #maskCount = 0
  #current: Canvas
  /** The tag that the painting belongs to. */
  readonly content: CurrentContent = { tag: undefined }
  /** Those of one page at a time, which are deflated when it ends. */
  readonly #pageOperators = new ByteSink(FULL_PAGE)
  readonly #streams: StreamContext
  readonly #artifacts: ArtifactProperties
  /** The colour space of sRGB: that of the device unless the file is made for another. */
  readonly rgb: PdfValue
  /** The isolated transparency group (§11.4.5) of what is painted: its colours are blended as those of the device. */
  readonly colorGroup: PdfDictionary
  /** That of masks by the luminance of their colours, which CSS defines in sRGB. */
  readonly maskGroup: PdfDictionary

  constructor({ file, fonts, work, colors, intent }: CanvasesContext) {
    this.file = file
    this.colors = colors
    this.#fontResources = fonts
    this.rgb = intent.profile ? intent.srgb : 'DeviceRGB'
    const isInk = intent.profile?.channels === 4
    this.maskGroup = { S: 'Transparency', CS: this.rgb, I: true }
    this.colorGroup = isInk ? { ...this.maskGroup, CS: 'DeviceCMYK' } : this.maskGroup
    this.#artifacts = new ArtifactProperties(file)
    this.#streams = { alphas: this.#alphas, work, content: this.content, artifacts: this.#artifacts, colors }
    this.#alphaResources = file.ref()
    this.#current = this.#formCanvas(false)
  }

  /** What is painted from now on is paid from another budget. */
  payFrom(work: WorkBudget): void {
    this.#streams.work = work
  }

  /** The canvas that is painted on at present. */
  get current(): Canvas {
    return this.#current
  }

  get stream(): ContentStream {
    return this.#current.stream
  }

  /** @param isForm what is painted is shown as a form on the page */
  openPage({ height }: Size, resources: Resources, marks: MarkedContent | undefined, isForm = false): void {
    const base = isForm
      ? IDENTITY
      : { a: POINTS_PER_PX, b: 0, c: 0, d: -POINTS_PER_PX, e: 0, f: height * POINTS_PER_PX }
    this.#current = { stream: this.newStream(marks, this.#pageOperators), resources, base, tiled: false }
  }

  /**
   * @param marks numbers its content; absent for what is drawn as one object
   * @param out takes its operators
   */
  newStream(marks?: MarkedContent, out = new ByteSink()): ContentStream {
    return new ContentStream(this.#streams, marks, out)
  }

  /**
   * Begins a form within what is painted on; `endForm` takes the outcome.
   * @param marks numbers the content of a form that is drawn once
   */
  beginForm(marks?: MarkedContent): Canvas {
    const outer = this.#current
    this.#current = this.#formCanvas(outer.tiled, marks)
    return outer
  }

  /** Writes the form and continues with what is around it. @param structParent of a form with marked content */
  endForm(outer: Canvas, bounds: Rect, group: PdfDictionary | undefined, structParent?: number): PdfReference {
    const form = this.#addForm(bounds, { group, structParent }, this.stream.marks?.form)
    this.#current = outer
    return form
  }

  paintForm(bounds: Rect, group: PdfDictionary | undefined, paint: () => void): PdfReference {
    const outer = this.beginForm()
    paint()
    return this.endForm(outer, bounds, group)
  }

  /**
   * Paints the look of an annotation (§12.5.5).
   * @param matrix from what is painted to the points of the page
   * @param isVariable programs put what people type in its place (§12.7.3.3)
   */
  paintAppearance(bounds: Rect, matrix: Matrix, isVariable: boolean, paint: () => void): PdfReference {
    const outer = this.beginForm()
    if (isVariable) this.stream.append('/Tx BMC\n')
    paint()
    this.stream.endText()
    if (isVariable) this.stream.append('EMC\n')
    const form = this.#addForm(bounds, { matrix })
    this.#current = outer
    return form
  }

  /** Paints a form that was referred to before. @param tiled as it was there */
  paintReserved(reference: PdfReference, bounds: Rect, tiled: boolean, paint: () => void): void {
    const outer = this.#current
    this.#current = this.#formCanvas(tiled)
    paint()
    this.#addForm(bounds, {}, reference)
    this.#current = outer
  }

  /** A coloured tiling pattern (§8.7.3). */
  paintTiling({ tile, stepX, stepY }: Tiling, matrix: Matrix, paint: () => void): PdfReference {
    const outer = this.#current
    this.#current = this.#formCanvas(true)
    paint()
    const { a, b, c, d, e, f } = matrix
    const pattern = this.file.addDeflated(
      {
        Type: 'Pattern',
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [tile.x, tile.y, tile.x + tile.width, tile.y + tile.height],
        XStep: stepX,
        YStep: stepY,
        Matrix: [a, b, c, d, e, f],
        Resources: this.resourceDictionary(this.#current.resources),
      },
      this.stream.finish(),
    )
    this.#current = outer
    return pattern
  }

  /** Names a pattern in a canvas. */
  namePattern(resources: Resources, pattern: PdfReference): string {
    const name = `P${this.#patternCount++}`
    resources.addPattern(name, pattern)
    return name
  }

  /** Names a shading in what is painted on. */
  nameShading(shading: PdfReference): string {
    const name = `G${this.#patternCount++}`
    this.#current.resources.addShading(name, shading)
    return name
  }

  /** A soft mask holds until the graphics state is restored (§11.6.5). */
  setSoftMask(kind: 'Alpha' | 'Luminosity', form: PdfReference): void {
    const name = `M${this.#maskCount++}`
    const parameters = this.file.add({ Type: 'ExtGState', SMask: { Type: 'Mask', S: kind, G: form } })
    this.#current.resources.addParameters(name, parameters)
    this.stream.setParameters(name)
  }

  resourceDictionary(resources: Resources): PdfDictionary {
    return resources.dictionary({
      fonts: this.#fontResources,
      shared: this.#alphaResources,
      states: this.#alphaStates(),
      properties: this.#artifacts.resources,
      rgb: this.rgb,
    })
  }

  /** Writes the graphics state dictionaries and property lists that all content shares. */
  defineShared(): void {
    this.file.define(this.#alphaResources, this.#alphaStates())
    this.#artifacts.define()
  }

  #alphaStates(): PdfDictionary {
    const states: Record<string, PdfDictionary> = {}
    for (const [thousandths, name] of this.#alphas) {
      const alpha = thousandths / 1000
      states[name] = { ca: alpha, CA: alpha }
    }
    return states
  }

  #formCanvas(tiled: boolean, marks?: MarkedContent): Canvas {
    return { stream: this.newStream(marks), resources: new Resources(), base: IDENTITY, tiled }
  }

  /** Writes what was painted on the canvas as a form (§8.10). */
  #addForm(bounds: Rect, { group, matrix, structParent }: FormProperties, reserved?: PdfReference): PdfReference {
    return this.file.addDeflated(
      {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
        Group: group,
        Matrix: matrix && [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f],
        Resources: this.resourceDictionary(this.#current.resources),
        StructParents: structParent,
      },
      this.stream.finish(),
      reserved,
    )
  }
}
