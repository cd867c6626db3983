import type { DiagnosticSink } from './base/diagnostics.js'
import type { FontLibrary } from './fonts/font-types.js'

/** Reports what was could not be used of the fonts of a library, for which other fonts stand in. */
export function reportDamage({ damage = [] }: FontLibrary, diagnostics: DiagnosticSink): void {
  for (const { kind, family, message, span } of damage) {
    if (kind === 'unsupported') {
      const advice = 'use a version of the font with COLR or CBDT glyphs'
      diagnostics.warn(
        'unsupported-glyphs',
        `glyphs of "${family}" would be invisible, others stand in for them: ${message}: ${advice}`,
        span,
      )
    } else
      diagnostics.error('damaged-font', `the font of "${family}" is damaged, others stand in for it: ${message}`, span)
  }
}
