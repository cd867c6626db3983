import type { DiagnosticSink } from '../base/diagnostics.js'
import type { CascadedDeclaration } from './cascade.js'
import type { ComputedStyle } from './computed-style.js'

const WITHOUT_RULES: ReadonlySet<ComputedStyle['display']> = new Set<ComputedStyle['display']>([
  'flex',
  'inline-flex',
  'grid',
  'inline-grid',
])

/**
 * UNSUPPORTED: rules between the items of grids and flexboxes (css-gaps-1 §3), which is said.
 * @param style with a rule that has a width
 * @param declared the declaration of `column-rule-style` that won
 */
export function reportGapRules(
  { display }: ComputedStyle,
  declared: CascadedDeclaration | undefined,
  diagnostics: DiagnosticSink,
): void {
  if (!declared || !WITHOUT_RULES.has(display)) return
  const kind = display.endsWith('grid') ? 'grids' : 'flexboxes'
  const message = `"column-rule" is drawn between columns only, not in ${kind}`
  diagnostics.warn('unsupported-property', message, declared.step.head?.span(), 'column-rule')
}
