import { dataUriBytes } from './base/data-uri.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink, reportAll } from './base/diagnostics.js'
import { SourceText, type Span } from './base/source.js'
import type { FontFaceRule } from './css/syntax/font-face-rule.js'
import { parseStylesheet } from './css/syntax/parse-stylesheet.js'
import type { FontLibrary } from './fonts/font-types.js'
import { unpackedLength } from './fonts/opentype/unwrap-font.js'
import type { VectorImage } from './images/vector-types.js'
import { FontRegistry } from './style/register-font-faces.js'

/** Faces of one drawing; those after them are left out. */
const MAX_FACES = 20

/** Drawings have no files beside them. */
const NO_FILES: ReadonlyMap<string, Uint8Array> = new Map()

/** The rules of a drawing, and what its fonts take when they are unpacked. */
interface OwnRules {
  readonly faces: readonly FontFaceRule[]
  readonly problems: readonly Diagnostic[]
  readonly unpackedBytes: number
}

interface OwnFonts {
  readonly library: FontLibrary
  readonly problems: readonly Diagnostic[]
}

/**
 * The fonts of drawings: those of the template, and those that image files bring as `data:` addresses in `@font-face`
 * rules of their own, which serve no text but theirs.
 */
export class DrawingFonts {
  readonly #rules = new WeakMap<VectorImage, OwnRules>()
  readonly #own = new WeakMap<VectorImage, OwnFonts>()

  /** @param fonts those of the template */
  constructor(private readonly fonts: FontLibrary) {}

  /** The fonts for the text of a drawing. */
  of(image: VectorImage): FontLibrary {
    return image.fontFaces.length === 0 ? this.fonts : this.#ownOf(image).library
  }

  /** The bytes that the fonts of a drawing have when they are unpacked, which they are not for that. */
  unpackedBytes(image: VectorImage): number {
    return image.fontFaces.length === 0 ? 0 : this.#rulesOf(image).unpackedBytes
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

  #open(image: VectorImage): OwnFonts {
    const { faces, problems } = this.#rulesOf(image)
    const further = new DiagnosticList()
    const library = new FontRegistry(this.fonts, NO_FILES).libraryFor(faces, further)
    return { library, problems: [...problems, ...further.items] }
  }

  #rulesOf(image: VectorImage): OwnRules {
    let rules = this.#rules.get(image)
    if (!rules) {
      rules = readRules(image)
      this.#rules.set(image, rules)
    }
    return rules
  }
}

function readRules({ fontFaces }: VectorImage): OwnRules {
  const problems = new DiagnosticList()
  const source = new SourceText('', fontFaces.slice(0, MAX_FACES).join('\n'))
  const sheet = parseStylesheet(source, { diagnostics: problems, mode: 'no-quirks' })
  if (fontFaces.length > MAX_FACES)
    problems.warn('unsupported-at-rule', `of ${fontFaces.length} fonts ${MAX_FACES} are used`)
  const faces = sheet.fontFaces.map(({ face }) => face)
  let unpackedBytes = 0
  for (const { sources } of faces) {
    for (const each of sources) {
      const data = each.kind === 'url' ? dataUriBytes(each.url) : undefined
      if (data) unpackedBytes += unpackedLength(data)
    }
  }
  return { faces, problems: problems.items, unpackedBytes }
}
