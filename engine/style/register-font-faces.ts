import { assetPath, type DocumentBase, networkHint } from '../base/asset-path.js'
import { BoundedCache } from '../base/bounded-cache.js'
import { dataUriBytes } from '../base/data-uri.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import type { FontFaceRule, FontSource as FontFaceSource } from '../css/syntax/font-face-rule.js'
import type { ExtendableFontLibrary, FontSource } from '../fonts/create-font-library.js'
import type { FontLibrary, MetricOverrides } from '../fonts/font-types.js'

/** Distinct sets of `@font-face` rules whose libraries are kept; more than one only when they depend on data. */
const KEPT_LIBRARIES = 8

/** Faces of one template, and the bytes of their files: every face is unpacked before anything is drawn. */
const MAX_FACES = 200
const MAX_BYTES = 200_000_000

/** Font libraries by the `@font-face` rules they were extended with. */
export class FontRegistry {
  readonly #libraries = new BoundedCache<string, RegisteredFonts>(KEPT_LIBRARIES)

  constructor(
    private readonly library: FontLibrary,
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly base?: DocumentBase,
  ) {}

  /**
   * The font library with some faces. Files that are unusable are reported, and a face that has no other is left
   * out, as is one whose files are missing. Equal rules give the same library, whose shaped words are shared with the one it extends.
   */
  libraryFor(faces: readonly FontFaceRule[], diagnostics: DiagnosticSink): FontLibrary {
    if (faces.length === 0) return this.library
    const key = JSON.stringify(faces.map((face) => ({ ...face, span: face.span.file })))
    let registered = this.#libraries.get(key)
    if (!registered) {
      const problems = new DiagnosticList()
      registered = {
        library: extendLibrary(this.library, faces, (source, file) => this.#find(source, file), problems),
        problems: problems.items,
      }
      this.#libraries.set(key, registered)
    }
    reportAll(registered.problems, diagnostics)
    return registered.library
  }

  #find(address: string, file: string): Uint8Array | undefined {
    const asset = (from: string) => this.assets.get(assetPath(address, from))
    // The template itself may be named by its whole path, which its assets are not.
    return dataUriBytes(address) ?? asset(this.base?.of(file) ?? file) ?? asset('')
  }
}

/** Finds what an address in a file names. */
type FindFile = (address: string, file: string) => Uint8Array | undefined

interface RegisteredFonts {
  readonly library: FontLibrary
  readonly problems: readonly Diagnostic[]
}

/** All faces are added at once, because a family that is added takes the place of one of the same name. */
function extendLibrary(
  library: FontLibrary,
  faces: readonly FontFaceRule[],
  find: FindFile,
  diagnostics: DiagnosticSink,
): FontLibrary {
  const [first] = faces
  if (!isExtendable(library)) {
    diagnostics.warn('unsupported-at-rule', 'this font library takes no fonts of templates', first?.span)
    return library
  }
  const rules = new Map<FontSource, FontFaceRule>()
  let length = 0
  for (const face of faces) {
    const source = findSource(face, find, diagnostics)
    if (!source) continue
    for (const file of [source.data, ...(source.otherFiles ?? [])]) length += file.length
    if (rules.size >= MAX_FACES || length > MAX_BYTES) {
      const message = `the template has more than ${MAX_FACES} faces, or more than ${MAX_BYTES} bytes of them`
      throw new LimitError('too-many-fonts', message, face.span)
    }
    rules.set(source, face)
  }
  if (rules.size === 0) return library
  return library.extend([...rules.keys()], (source, error) => {
    const face = rules.get(source)
    const message = `the font of "${face?.family}" cannot be used: ${error.message}`
    diagnostics.error('invalid-font', message, face?.span)
  })
}

function findSource(face: FontFaceRule, find: FindFile, diagnostics: DiagnosticSink): FontSource | undefined {
  const [data, ...otherFiles] = face.sources.flatMap((source) => readSource(source, face, find) ?? [])
  if (data) return fontSource(face, data, otherFiles)
  const names = face.sources.map((source) => (source.kind === 'url' ? source.url.slice(0, 80) : source.name))
  const message = `no font of "${face.family}" is among the assets of the template: ${names.join(', ')}${networkHint(names[0] ?? '')}`
  diagnostics.error('missing-asset', message, face.span)
  return undefined
}

function isExtendable(library: FontLibrary): library is ExtendableFontLibrary {
  return 'extend' in library && typeof library.extend === 'function'
}

function fontSource(face: FontFaceRule, data: Uint8Array, otherFiles: readonly Uint8Array[]): FontSource {
  return {
    data,
    ...(otherFiles.length > 0 ? { otherFiles } : {}),
    family: face.family,
    span: face.span,
    ...(face.weight !== undefined ? { weight: face.weight } : {}),
    ...(face.style !== undefined ? { style: face.style } : {}),
    ...(face.angle !== undefined ? { angle: face.angle } : {}),
    ...(face.stretch !== undefined ? { stretch: face.stretch } : {}),
    ...(face.unicodeRange !== undefined ? { unicodeRange: face.unicodeRange } : {}),
    variations: face.variations,
    metrics: statedHeights(face),
    ...(face.scale !== undefined ? { scale: face.scale } : {}),
    ...(face.features !== undefined ? { features: face.features } : {}),
  }
}

function statedHeights({ ascent, descent, lineGap }: FontFaceRule): MetricOverrides {
  return {
    ...(ascent !== undefined ? { ascent } : {}),
    ...(descent !== undefined ? { descent } : {}),
    ...(lineGap !== undefined ? { lineGap } : {}),
  }
}

function readSource(source: FontFaceSource, face: FontFaceRule, find: FindFile): Uint8Array | undefined {
  return source.kind === 'local' ? undefined : find(source.url, face.span.file)
}
