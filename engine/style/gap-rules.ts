import type { DiagnosticSink } from '../base/diagnostics.js'
import type { CascadedDeclaration } from './cascade.js'
import type { ComputedStyle } from './computed-style.js'

/** Whether a style draws rules in gaps (css-gaps-1 §3.4): the box may have no gap. */
export function hasGapRules({ columnRuleWidth, rowRuleWidth }: ComputedStyle): boolean {
  return columnRuleWidth > 0 || rowRuleWidth > 0
}

/**
 * UNSUPPORTED: rules of subgrids whose rows are those of the grid around them, which is said.
 * @param style with a rule that has a width
 * @param winner the declaration of a property that won
 */
export function reportGapRules(
  { display, gridTemplateRows, columnRuleWidth }: ComputedStyle,
  winner: (name: 'column-rule-style' | 'row-rule-style') => CascadedDeclaration | undefined,
  diagnostics: DiagnosticSink,
): void {
  if (!display.endsWith('grid') || gridTemplateRows.kind !== 'subgrid') return
  const name = columnRuleWidth > 0 ? 'column-rule' : 'row-rule'
  const declared = winner(`${name}-style`)
  if (!declared) return
  const message = `"${name}" is not drawn in subgrids of rows`
  diagnostics.warn('unsupported-property', message, declared.step.head?.span(), name)
}
