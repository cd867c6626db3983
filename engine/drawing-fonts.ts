import { type Diagnostic, DiagnosticList, type DiagnosticSink, reportAll } from './base/diagnostics.js'
import { SourceText, type Span } from './base/source.js'
import { parseStylesheet } from './css/syntax/parse-stylesheet.js'
import type { FontLibrary } from './fonts/font-types.js'
import type { VectorImage } from './images/vector-types.js'
import { FontRegistry } from './style/register-font-faces.js'

/** Faces of one drawing; those after them are left out. */
const MAX_FACES = 20

/** Drawings have no files beside them. */
const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map()

interface OwnFonts {
  readonly library: FontLibrary
  readonly problems: readonly Diagnostic[]
}

/**
 * The fonts of drawings: those of the template, and those that image files bring as `data:` addresses in `@font-face`
 * rules of their own, which serve no text but theirs.
 */
export class DrawingFonts {
  readonly #own = new WeakMap<VectorImage, OwnFonts>()

  /** @param fonts those of the template */
  constructor(private readonly fonts: FontLibrary) {}

  /** The fonts for the text of a drawing. */
  of(image: VectorImage): FontLibrary {
    return image.fontFaces.length === 0 ? this.fonts : this.#ownOf(image).library
  }

  /** Reports the fonts of a drawing that cannot be used. @param span where the drawing was asked for */
  report(image: VectorImage, span: Span | undefined, diagnostics: DiagnosticSink): void {
    if (image.fontFaces.length === 0) return
    const { problems } = this.#ownOf(image)
    reportAll(
      problems.map((problem) => ({ ...problem, message: `in the drawing: ${problem.message}`, span })),
      diagnostics,
    )
  }

  #ownOf(image: VectorImage): OwnFonts {
    let own = this.#own.get(image)
    if (!own) {
      own = this.#open(image)
      this.#own.set(image, own)
    }
    return own
  }

  #open({ fontFaces }: VectorImage): OwnFonts {
    const problems = new DiagnosticList()
    const source = new SourceText('', fontFaces.slice(0, MAX_FACES).join('\n'))
    const sheet = parseStylesheet(source, { diagnostics: problems, mode: 'no-quirks' })
    const faces = sheet.fontFaces.map(({ face }) => face)
    const library = new FontRegistry(this.fonts, NO_FILES).libraryFor(faces, problems)
    if (fontFaces.length > MAX_FACES)
      problems.warn('unsupported-at-rule', `of ${fontFaces.length} fonts ${MAX_FACES} are used`)
    return { library, problems: problems.items }
  }
}
