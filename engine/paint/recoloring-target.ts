import type { BlendMode } from '../base/blend-mode.js'
import type { ColorFilter } from '../base/filter-function.js'
import type { Rect, Size } from '../base/geometry.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { RasterImage } from '../images/image-types.js'
import type { FillRule } from '../images/vector-types.js'
import type { ImportedPage } from '../pdf-input/imported-page.js'
import type { Color } from '../style/computed-style.js'
import type { LinkTag, PaginationArtifact, Tag } from '../tags/structure-element.js'
import type { AlphaMesh } from './blurred-shape.js'
import { filteredStops } from './filtered-stops.js'
import type {
  Copy,
  GradientPaint,
  LaterDrawing,
  PageSurroundings,
  Paint,
  PaintedField,
  PaintTarget,
  PlacedPage,
  ShapePen,
  StrokedLine,
  StrokedPath,
  TextRun,
  Tiling,
  TilingPaint,
} from './paint-target.js'

/** Something whose colours are not known one by one. */
export interface WholePicture {
  readonly rect: Rect
  /** Some of it may be translucent. */
  readonly hasAlpha: boolean
  draw(target: PaintTarget): void
  /** Draws it as if nothing of it was translucent. */
  drawOpaque(target: PaintTarget): void
}

/** How what is painted becomes something else. */
export interface Recoloring {
  /** Equal keys mean equal outcomes. */
  readonly key: string
  color(color: Color): Color
  drawPicture(target: PaintTarget, picture: WholePicture): void
  /** The functions that give each colour another, if it is these alone. */
  readonly filters?: readonly ColorFilter[]
  /** Nothing of it is content: it is not found, copied, clicked on or told. */
  readonly ornament: boolean
}

/** Hands all that is painted on in other colours, but for masks, whose colours are none that are seen. */
export class RecoloringTarget implements PaintTarget {
  /** Masks that are being painted, within each other. */
  #masks = 0

  constructor(
    readonly target: PaintTarget,
    readonly recoloring: Recoloring,
  ) {}

  beginPage(size: Size, around?: PageSurroundings): void {
    this.target.beginPage(size, around)
  }

  reopenPage(number: number): void {
    this.target.reopenPage(number)
  }

  endPage(): void {
    this.target.endPage()
  }

  save(): void {
    this.target.save()
  }

  restore(): void {
    this.target.restore()
  }

  clip(path: Path, rule?: FillRule): void {
    this.target.clip(path, rule)
  }

  transform(matrix: Matrix): void {
    this.target.transform(matrix)
  }

  mask(kind: 'luminance' | 'alpha', bounds: Rect, paint: () => void): void {
    this.target.mask(kind, bounds, () => {
      this.#masks++
      paint()
      this.#masks--
    })
  }

  beginGroup(opacity: number, bounds: Rect, mode?: BlendMode): void {
    this.target.beginGroup(opacity, bounds, mode)
  }

  endGroup(): void {
    this.target.endGroup()
  }

  fillRect(rect: Rect, color: Color): void {
    this.target.fillRect(rect, this.#color(color))
  }

  fillPath(path: Path, color: Color): void {
    this.target.fillPath(path, this.#color(color))
  }

  fillShape(path: Path, rule: FillRule, paint: Paint): void {
    this.target.fillShape(path, rule, this.#paint(paint))
  }

  strokeShape(path: Path, pen: ShapePen, paint: Paint): void {
    this.target.strokeShape(path, pen, this.#paint(paint))
  }

  fillTiled(path: Path, tiling: Tiling, paint: () => void): void {
    this.target.fillTiled(path, tiling, paint)
  }

  fillMesh(mesh: AlphaMesh, x: number, y: number, color: Color): void {
    this.target.fillMesh(mesh, x, y, this.#color(color))
  }

  strokeLine(line: StrokedLine): void {
    this.target.strokeLine({ ...line, color: this.#color(line.color) })
  }

  strokePath(stroke: StrokedPath): void {
    this.target.strokePath({ ...stroke, color: this.#color(stroke.color) })
  }

  showText(run: TextRun): void {
    this.target.showText({
      ...run,
      color: this.#color(run.color),
      pattern: run.pattern && this.#pattern(run.pattern),
      outline: run.outline && { ...run.outline, paint: this.#paint(run.outline.paint) },
      ...(this.recoloring.ornament && { decorative: true, tag: 'artifact' }),
    })
  }

  drawImage(image: RasterImage, rect: Rect, smooth = false): void {
    if (this.#masks > 0) this.target.drawImage(image, rect, smooth)
    else
      this.recoloring.drawPicture(this.target, {
        rect,
        hasAlpha: image.softMask !== undefined,
        draw: (target) => target.drawImage(image, rect, smooth),
        drawOpaque: (target) => target.drawImage(withoutAlpha(image), rect, smooth),
      })
  }

  /** Pages are begun by the target that is recoloured. */
  insertPage(page: PlacedPage): void {
    this.target.insertPage(page)
  }

  drawPage(page: ImportedPage): void {
    const rect = { x: 0, y: 0, width: page.width, height: page.height }
    if (this.#masks > 0) this.target.drawPage(page)
    else
      this.recoloring.drawPicture(this.target, {
        rect,
        hasAlpha: true,
        draw: (target) => target.drawPage(page),
        drawOpaque(target) {
          target.fillRect(rect, PAPER)
          target.drawPage(page)
        },
      })
  }

  drawForm(key: string, bounds: Rect, paint: () => void): void {
    this.target.drawForm(this.#masks > 0 ? key : `${key} ${this.recoloring.key}`, bounds, paint)
  }

  drawCopies(bounds: Rect, copies: readonly Copy[], paint: () => void): void {
    this.target.drawCopies(bounds, copies, paint)
  }

  drawLater(bounds: Rect): LaterDrawing {
    return this.target.drawLater(bounds)
  }

  beginContent(tag: Tag | PaginationArtifact, area: Rect): void {
    this.target.beginContent(this.recoloring.ornament ? 'artifact' : tag, area)
  }

  endContent(): void {
    this.target.endContent()
  }

  invisibleContent(tag: Tag, area: Rect): void {
    if (!this.recoloring.ornament) this.target.invisibleContent(tag, area)
  }

  link(rect: Rect, target: string, tag?: LinkTag): void {
    if (!this.recoloring.ornament) this.target.link(rect, target, tag)
  }

  /** A control that is painted as ornament cannot be filled in. */
  field(field: PaintedField): void {
    if (this.recoloring.ornament) field.paint()
    else this.target.field({ ...field, color: this.#color(field.color) })
  }

  destination(id: string, x: number, y: number): void {
    if (!this.recoloring.ornament) this.target.destination(id, x, y)
  }

  #color(color: Color): Color {
    return this.#masks > 0 ? color : this.recoloring.color(color)
  }

  #paint(paint: Paint): Paint {
    return paint.kind === 'color' ? { kind: 'color', color: this.#color(paint.color) } : this.#pattern(paint)
  }

  #pattern(paint: GradientPaint | TilingPaint): GradientPaint | TilingPaint {
    if (paint.kind === 'tiling') return paint
    const { stops: own } = paint.gradient
    const stops =
      this.recoloring.filters && this.#masks === 0
        ? filteredStops(own, (color) => this.recoloring.color(color))
        : own.map((stop) => ({ ...stop, color: this.#color(stop.color) }))
    return { ...paint, gradient: { ...paint.gradient, stops } }
  }
}

/** What pages are drawn on. */
const PAPER: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

function withoutAlpha(image: RasterImage): RasterImage {
  return image.softMask ? { ...image, key: `${image.key} opaque`, softMask: undefined } : image
}
