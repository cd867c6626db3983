import { createHash } from 'node:crypto'
import { assetPath } from './base/asset-path.js'
import { dataUriBytes } from './base/data-uri.js'
import { type Diagnostic, DiagnosticList } from './base/diagnostics.js'
import { DEFAULT_LIMITS } from './base/limits.js'
import { SourceText } from './base/source.js'
import { createStats } from './base/stats.js'
import { WorkBudget } from './base/work-budget.js'
import type { FontFaceRule } from './css/syntax/font-face-rule.js'
import { DocumentDrawings } from './document-drawings.js'
import type { FontLibrary } from './fonts/font-types.js'
import { unpackedLength } from './fonts/opentype/unwrap-font.js'
import { checkBytes, type ImageLimits } from './images/image-error.js'
import { parseSvg } from './images/svg/parse-svg.js'
import { frameOf } from './images/svg/stated-size.js'
import type { DrawnFonts } from './images/vector-types.js'
import { compileStylePlan } from './style/compile-style-plan.js'
import { resolveStyles } from './style/resolve-styles.js'
import type { BoundElement } from './template/bound-tree.js'
import { drawingTemplate } from './template/drawing-template.js'

/** Faces of one drawing; those after them are left out. */
const MAX_FACES = 20

/** Problems of one file that are told: exports of programs say a lot that means nothing here. */
const MOST_PROBLEMS = 20

/** Drawings whose address is their content have no files beside them. */
const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map()

/** A drawing in a file of its own, with the styles of its elements. */
export interface DrawingFile {
  readonly root: BoundElement
  readonly styles: DocumentDrawings
  /** What is wrong with its style sheets, at its place in the file. */
  readonly problems: readonly Diagnostic[]
  /** What its fonts take when they are unpacked, which they are not for that. */
  readonly fontBytes: number
  /** Steps of work that its styles took. */
  readonly steps: number
}

/** Where a file comes from, and what it may cost. */
export interface FileSource {
  /** Its path among the assets; empty for one that is its own address. */
  readonly path: string
  readonly limits: ImageLimits
  /** See `RenderLimits.work`. */
  readonly work?: number
}

/**
 * Opens drawings in files of their own. They are documents as a page is one: what styles pages styles them, with their
 * own sheets and fonts.
 */
export class DrawingFiles {
  readonly #libraries = new WeakMap<DrawnFonts, FontLibrary>()

  /**
   * @param fonts those of the template
   * @param assets what files that are assets may name
   */
  constructor(
    private readonly fonts: FontLibrary,
    private readonly assets: ReadonlyMap<string, Uint8Array>,
  ) {}

  /** The fonts for the text of a drawing. */
  fontsOf(own: DrawnFonts | undefined): FontLibrary {
    return (own && this.#libraries.get(own)) ?? this.fonts
  }

  /** @throws ImageError for a file that is no drawing, or beyond the limits; LimitError */
  open(text: string, { path, limits, work: most = DEFAULT_LIMITS.work }: FileSource): DrawingFile {
    const { markup, bound } = drawingTemplate(parseSvg(text), new SourceText(path, text))
    const problems = new DiagnosticList()
    const work = new WorkBudget(most)
    let fontBytes = 0
    let fontsKey = ''
    const assets = path === '' ? NO_FILES : this.assets
    const plan = compileStylePlan(markup, {
      assets,
      fonts: this.fonts,
      pageSize: frameOf(bound.root),
      diagnostics: problems,
      work: most,
      chooseFaces: (faces) => {
        if (faces.length > MAX_FACES)
          problems.warn('unsupported-at-rule', `of ${faces.length} fonts ${MAX_FACES} are used`, faces[MAX_FACES]?.span)
        const chosen = faces.slice(0, MAX_FACES)
        fontBytes = unpackedBytes(chosen, assets)
        // Before they are opened: a few kilobytes may become any number.
        checkBytes(fontBytes, limits)
        fontsKey = hashOf(JSON.stringify(chosen))
        return chosen
      },
    })
    const styled = resolveStyles(plan, bound, { stats: createStats(), diagnostics: problems, work })
    const own = plan.fonts === this.fonts ? undefined : { key: fontsKey }
    if (own) this.#libraries.set(own, plan.fonts)
    const { items } = problems
    return {
      root: bound.root,
      styles: new DocumentDrawings(styled, { path, key: hashOf(text), fonts: own }),
      problems: items.length > MOST_PROBLEMS ? items.slice(0, MOST_PROBLEMS) : items,
      fontBytes,
      steps: work.spent,
    }
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function unpackedBytes(faces: readonly FontFaceRule[], assets: ReadonlyMap<string, Uint8Array>): number {
  let bytes = 0
  for (const { sources, span } of faces) {
    for (const source of sources) {
      if (source.kind !== 'url') continue
      const data = dataUriBytes(source.url) ?? assets.get(assetPath(source.url, span.file))
      if (data) bytes += unpackedLength(data)
    }
  }
  return bytes
}
