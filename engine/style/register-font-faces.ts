import { assetPath } from '../base/asset-path.js'
import { dataUriBytes } from '../base/data-uri.js'
import type { DiagnosticSink } from '../base/diagnostics.js'
import type { FontFaceRule, FontSource as FontFaceSource } from '../css/font-face-rule.js'
import type { ExtendableFontLibrary, FontSource } from '../fonts/create-font-library.js'
import { FontError } from '../fonts/font-error.js'
import type { FontLibrary } from '../fonts/font-types.js'

/**
 * The font library with the template's `@font-face` rules. A face whose file is missing or unusable is reported
 * and left out.
 */
export function registerFontFaces(
  library: FontLibrary,
  faces: readonly FontFaceRule[],
  assets: ReadonlyMap<string, Uint8Array>,
  diagnostics: DiagnosticSink,
): FontLibrary {
  let extended = library
  for (const face of faces) {
    if (!isExtendable(extended)) {
      diagnostics.warn('unsupported-at-rule', 'this font library takes no fonts of templates', face.span)
      return library
    }
    const data = face.sources.map((source) => readSource(source, face, assets)).find((bytes) => bytes !== undefined)
    if (!data) {
      const names = face.sources.map((source) => (source.kind === 'url' ? source.url.slice(0, 80) : source.name))
      const message = `no font of "${face.family}" is among the assets of the template: ${names.join(', ')}`
      diagnostics.error('missing-asset', message, face.span)
      continue
    }
    try {
      extended = extended.extend([fontSource(face, data)])
    } catch (error) {
      if (!(error instanceof FontError)) throw error
      diagnostics.error('invalid-font', `the font of "${face.family}" cannot be used: ${error.message}`, face.span)
    }
  }
  return extended
}

function isExtendable(library: FontLibrary): library is ExtendableFontLibrary {
  return 'extend' in library && typeof library.extend === 'function'
}

/** A variable face stands for its middle weight: only static instances can be embedded. */
function fontSource(face: FontFaceRule, data: Uint8Array): FontSource {
  const [low, high] = face.weight ?? []
  return {
    data,
    family: face.family,
    ...(low !== undefined && high !== undefined ? { weight: low <= 400 && high >= 400 ? 400 : low } : {}),
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
