import { assetPath, networkHint } from '../base/asset-path.js'
import { BoundedCache } from '../base/bounded-cache.js'
import { dataUriBytes } from '../base/data-uri.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import type { FontFaceRule, FontSource as FontFaceSource } from '../css/syntax/font-face-rule.js'
import type { ExtendableFontLibrary, FontSource } from '../fonts/create-font-library.js'
import { FontError } from '../fonts/font-error.js'
import type { FontLibrary } from '../fonts/font-types.js'

/** Distinct sets of `@font-face` rules whose libraries are kept; more than one only when they depend on data. */
const KEPT_LIBRARIES = 8

/** Font libraries by the `@font-face` rules they were extended with. */
export class FontRegistry {
  readonly #libraries = new BoundedCache<string, RegisteredFonts>(KEPT_LIBRARIES)

  constructor(
    private readonly library: FontLibrary,
    private readonly assets: ReadonlyMap<string, Uint8Array>,
  ) {}

  /**
   * The font library with some faces. A face whose file is missing or unusable is reported and left out. Equal
   * rules give the same library, whose shaped words are shared with the one it extends.
   */
  libraryFor(faces: readonly FontFaceRule[], diagnostics: DiagnosticSink): FontLibrary {
    if (faces.length === 0) return this.library
    const key = JSON.stringify(faces.map((face) => ({ ...face, span: face.span.file })))
    let registered = this.#libraries.get(key)
    if (!registered) {
      const problems = new DiagnosticList()
      registered = { library: extendLibrary(this.library, faces, this.assets, problems), problems: problems.items }
      this.#libraries.set(key, registered)
    }
    reportAll(registered.problems, diagnostics)
    return registered.library
  }
}

interface RegisteredFonts {
  readonly library: FontLibrary
  readonly problems: readonly Diagnostic[]
}

/** All faces are added at once, because a family that is added takes the place of one of the same name. */
function extendLibrary(
  library: FontLibrary,
  faces: readonly FontFaceRule[],
  assets: ReadonlyMap<string, Uint8Array>,
  diagnostics: DiagnosticSink,
): FontLibrary {
  const [first] = faces
  if (!isExtendable(library)) {
    diagnostics.warn('unsupported-at-rule', 'this font library takes no fonts of templates', first?.span)
    return library
  }
  const usable = faces.flatMap((face) => {
    const source = findSource(face, assets, diagnostics)
    return source && isUsable(library, face, source, diagnostics) ? [source] : []
  })
  return usable.length > 0 ? library.extend(usable) : library
}

function findSource(
  face: FontFaceRule,
  assets: ReadonlyMap<string, Uint8Array>,
  diagnostics: DiagnosticSink,
): FontSource | undefined {
  for (const source of face.sources) {
    const data = readSource(source, face, assets)
    if (data) return fontSource(face, data)
  }
  const names = face.sources.map((source) => (source.kind === 'url' ? source.url.slice(0, 80) : source.name))
  const message = `no font of "${face.family}" is among the assets of the template: ${names.join(', ')}${networkHint(names[0] ?? '')}`
  diagnostics.error('missing-asset', message, face.span)
  return undefined
}

function isUsable(
  library: ExtendableFontLibrary,
  face: FontFaceRule,
  source: FontSource,
  diagnostics: DiagnosticSink,
): boolean {
  try {
    library.extend([source])
    return true
  } catch (error) {
    if (!(error instanceof FontError)) throw error
    diagnostics.error('invalid-font', `the font of "${face.family}" cannot be used: ${error.message}`, face.span)
    return false
  }
}

function isExtendable(library: FontLibrary): library is ExtendableFontLibrary {
  return 'extend' in library && typeof library.extend === 'function'
}

function fontSource(face: FontFaceRule, data: Uint8Array): FontSource {
  return {
    data,
    family: face.family,
    ...(face.weight !== undefined ? { weight: face.weight } : {}),
    ...(face.style !== undefined ? { style: face.style } : {}),
    ...(face.stretch !== undefined ? { stretch: face.stretch } : {}),
    ...(face.unicodeRange !== undefined ? { unicodeRange: face.unicodeRange } : {}),
  }
}

function readSource(
  source: FontFaceSource,
  face: FontFaceRule,
  assets: ReadonlyMap<string, Uint8Array>,
): Uint8Array | undefined {
  if (source.kind === 'local') return undefined
  return dataUriBytes(source.url) ?? assets.get(assetPath(source.url, face.span.file))
}
