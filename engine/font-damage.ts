import type { DiagnosticSink } from './base/diagnostics.js'
import type { FontLibrary } from './fonts/font-types.js'

/** Reports what was found damaged in the fonts of a library, for which other fonts stand in. */
export function reportDamage({ damage = [] }: FontLibrary, diagnostics: DiagnosticSink): void {
  for (const { family, message, span } of damage) {
    diagnostics.error('damaged-font', `the font of "${family}" is damaged, others stand in for it: ${message}`, span)
  }
}
