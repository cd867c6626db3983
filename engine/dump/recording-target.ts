import type { BlendMode } from '../base/blend-mode.js'
import type { Rect, Size } from '../base/geometry.js'
import type { Matrix } from '../base/matrix.js'
import type { Path } from '../base/path.js'
import type { RasterImage } from '../images/image-types.js'
import type { FillRule } from '../images/vector-types.js'
import type { PlacedGradient } from '../layout/gradients/place-gradient.js'
import type { AlphaMesh } from '../paint/blurred-shape.js'
import type {
  Copy,
  LaterDrawing,
  Paint,
  PaintedField,
  PaintTarget,
  Pen,
  PlacedPage,
  ShapePen,
  StrokedLine,
  StrokedPath,
  TextRun,
  Tiling,
  TilingPaint,
} from '../paint/paint-target.js'
import type { ImportedPage } from '../pdf-input/imported-page.js'
import type { Color } from '../style/computed-style.js'
import type { PaginationArtifact, Tag } from '../tags/structure-element.js'

/** Records each call as one line of text, indented within `save` and groups. */
export class RecordingTarget implements PaintTarget {
  readonly calls: string[] = []
  #depth = 0
  #later = 0

  beginPage(size: Size): void {
    this.#add(`page ${size.width} × ${size.height}`)
  }

  reopenPage(number: number): void {
    this.#add(`page ${number} again`)
  }

  endPage(): void {
    this.#add('end page')
  }

  save(): void {
    this.#add('save')
    this.#depth++
  }

  restore(): void {
    this.#depth--
    this.#add('restore')
  }

  clip(path: Path, rule: FillRule = 'nonzero'): void {
    this.#add(`clip ${pathText(path)}${rule === 'evenodd' ? ' evenodd' : ''}`)
  }

  transform({ a, b, c, d, e, f }: Matrix): void {
    this.#add(`transform ${[a, b, c, d, e, f].map(n).join(' ')}`)
  }

  mask(kind: 'luminance' | 'alpha', bounds: Rect, paint: () => void): void {
    this.#add(`mask by ${kind} in ${rectText(bounds)}`)
    this.#depth++
    paint()
    this.#depth--
    this.#add('end mask')
  }

  fillShape(path: Path, rule: FillRule, paint: Paint): void {
    this.#add(`fill ${paintText(paint)} ${pathText(path)}${rule === 'evenodd' ? ' evenodd' : ''}`)
    this.#paintTile(paint)
  }

  strokeShape(path: Path, pen: ShapePen, paint: Paint): void {
    const dashes = pen.dashes.length === 0 ? '' : ` dashes ${pen.dashes.map(n).join(',')} from ${n(pen.dashOffset)}`
    this.#add(`stroke ${paintText(paint)} ${n(pen.width)}px${dashes} ${pen.cap} ${pen.join} ${pathText(path)}`)
    this.#paintTile(paint)
  }

  drawForm(_key: string, bounds: Rect, paint: () => void): void {
    this.#add(`form in ${rectText(bounds)}`)
    this.#depth++
    paint()
    this.#depth--
    this.#add('end form')
  }

  beginGroup(opacity: number, bounds: Rect, mode: BlendMode = 'normal'): void {
    this.#add(`group ${opacity}${mode === 'normal' ? '' : ` ${mode}`} in ${rectText(bounds)}`)
    this.#depth++
  }

  endGroup(): void {
    this.#depth--
    this.#add('end group')
  }

  fillRect(rect: Rect, color: Color): void {
    this.#add(`fill ${colorText(color)} ${rectText(rect)}`)
  }

  fillPath(path: Path, color: Color): void {
    this.#add(`fill ${colorText(color)} ${pathText(path)}`)
  }

  fillTiled(path: Path, { tile, stepX, stepY }: Tiling, paint: () => void): void {
    this.#add(`tile ${rectText(tile)} by ${n(stepX)},${n(stepY)} in ${pathText(path)}`)
    this.#depth++
    paint()
    this.#depth--
    this.#add('end tile')
  }

  fillMesh(mesh: AlphaMesh, x: number, y: number, color: Color): void {
    this.#add(`mesh ${mesh.key} ${colorText(color)} at ${n(x)},${n(y)}`)
  }

  strokeLine(line: StrokedLine): void {
    this.#add(`stroke ${penText(line)} from ${n(line.x1)},${n(line.y1)} to ${n(line.x2)},${n(line.y2)}`)
  }

  strokePath(stroke: StrokedPath): void {
    this.#add(`stroke ${penText(stroke)} ${pathText(stroke.path)}`)
  }

  showText(run: TextRun): void {
    const text = run.words.map((word) => word.text).join('')
    const note = run.decorative ? ' decorative' : run.invisible ? ' invisible' : ''
    const ink = run.outline
      ? `outlines ${paintText(run.outline.paint)} ${n(run.outline.pen.width)}px`
      : colorText(run.color)
    this.#add(`text ${ink} ${run.fontSize}px at ${n(run.x)},${n(run.y)} "${text}"${note}`)
  }

  drawImage(image: RasterImage, rect: Rect, smooth = false): void {
    this.#add(`image ${image.key} ${rectText(rect)}${smooth ? ' smooth' : ''}`)
  }

  insertPage({ page }: PlacedPage): void {
    this.#add(`page ${page.number} of another document`)
  }

  drawPage(page: ImportedPage): void {
    this.#add(`page ${page.key}`)
  }

  drawCopies(bounds: Rect, copies: readonly Copy[], paint: () => void): void {
    this.#add(`${copies.length} copies in ${rectText(bounds)}`)
    this.#depth++
    paint()
    this.#depth--
    this.#add('end copies')
  }

  drawLater(bounds: Rect): LaterDrawing {
    const number = ++this.#later
    this.#add(`later ${number} in ${rectText(bounds)}`)
    return (paint) => {
      this.#add(`now ${number}`)
      this.#depth++
      paint()
      this.#depth--
    }
  }

  link(rect: Rect, target: string): void {
    this.#add(`link ${rectText(rect)} to ${target}`)
  }

  field({ control, area, paint }: PaintedField): void {
    const state = control.state === undefined ? '' : ` ${control.state}`
    this.#add(`field ${control.field.kind} ${control.field.name}${state} in ${rectText(area)}`)
    this.#depth++
    paint()
    this.#depth--
    this.#add('end field')
  }

  beginContent(_tag: Tag | PaginationArtifact): void {}

  endContent(): void {}

  invisibleContent(_tag: Tag): void {}

  destination(id: string, x: number, y: number): void {
    this.#add(`destination ${id} at ${n(x)},${n(y)}`)
  }

  #paintTile(paint: Paint): void {
    if (paint.kind !== 'tiling') return
    this.#depth++
    paint.paint()
    this.#depth--
    this.#add('end tile')
  }

  #add(call: string): void {
    this.calls.push('  '.repeat(this.#depth) + call)
  }
}

function rectText(rect: Rect): string {
  return `[${n(rect.x)},${n(rect.y)} ${n(rect.width)}×${n(rect.height)}]`
}

function colorText({ red, green, blue, alpha, inks }: Color): string {
  if (inks) {
    const amounts = [inks.cyan, inks.magenta, inks.yellow, inks.black].map((part) => n(part)).join(' ')
    return `cmyk(${amounts})${alpha === 1 ? '' : `/${alpha}`}`
  }
  const hex = [red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return `#${hex}${alpha === 1 ? '' : `/${alpha}`}`
}

function paintText(paint: Paint): string {
  if (paint.kind === 'color') return colorText(paint.color)
  if (paint.kind === 'tiling') return `(${tilingText(paint)})`
  return `${gradientText(paint.gradient)}${paint.opacity === 1 ? '' : `/${paint.opacity}`}`
}

function tilingText({ tile, transform: { a, b, c, d, e, f }, opacity }: TilingPaint): string {
  return `tile ${rectText(tile)} by ${[a, b, c, d, e, f].map(n).join(' ')}${opacity === 1 ? '' : ` /${opacity}`}`
}

function gradientText(gradient: PlacedGradient): string {
  const { a, b, c, d, e, f } = gradient.transform
  const stops = gradient.stops.map(({ offset, color }) => `${n(offset)} ${colorText(color)}`).join(', ')
  const ends =
    gradient.kind === 'conic'
      ? `conic from ${n(gradient.from)} to ${n(gradient.radius)}`
      : gradient.kind === 'linear'
        ? `linear ${n(gradient.x1)},${n(gradient.y1)} ${n(gradient.x2)},${n(gradient.y2)}`
        : `radial ${n(gradient.fx)},${n(gradient.fy)} ${n(gradient.fr)} ${n(gradient.cx)},${n(gradient.cy)} ${n(gradient.r)}`
  return `(${ends} by ${[a, b, c, d, e, f].map(n).join(' ')}: ${stops})`
}

function penText(pen: Pen): string {
  const dashes = pen.dashes.length === 0 ? '' : ` dashes ${pen.dashes.map(n).join(',')}`
  return `${colorText(pen.color)} ${n(pen.width)}px${dashes}${pen.cap === 'round' ? ' round' : ''}`
}

function pathText(path: Path): string {
  return path
    .map((segment) => {
      switch (segment.kind) {
        case 'move':
          return `M${n(segment.x)},${n(segment.y)}`
        case 'line':
          return `L${n(segment.x)},${n(segment.y)}`
        case 'curve':
          return `C${n(segment.x1)},${n(segment.y1)} ${n(segment.x2)},${n(segment.y2)} ${n(segment.x)},${n(segment.y)}`
        case 'rect':
          return rectText(segment)
        case 'close':
          return 'Z'
        default:
          return segment satisfies never
      }
    })
    .join(' ')
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}
