import type { DiagnosticSink } from '../base/diagnostics.js'
import type { WorkBudget } from '../base/work-budget.js'
import { matchSelector, NO } from '../css/selectors/match-selector.js'
import type { ComplexSelector } from '../css/selectors/selector.js'
import type { StyleRule } from '../css/syntax/stylesheet.js'
import type { TemplateElement } from '../template/template-tree.js'
import { TemplateAccess, type TemplatePlaces } from './template-access.js'

/** A step of work for so many elements that a rule is matched against. */
const ELEMENTS_PER_STEP = 2

/**
 * Reports rules that no element of the template matches, whatever the data. Says nothing of templates with markup from
 * data, in which anything may stand.
 */
export function reportUnusedRules(
  rules: readonly StyleRule[],
  places: TemplatePlaces,
  work: WorkBudget,
  diagnostics: DiagnosticSink,
): void {
  if (!places.isComplete) return
  const { elements } = places.tree
  const access = new TemplateAccess(places)
  for (const { selectors, span } of rules) {
    if (!selectors.some(isForPaper)) continue
    work.spend(Math.ceil(elements.length / ELEMENTS_PER_STEP))
    const matches = (element: TemplateElement) =>
      selectors.some((selector) => matchSelector(selector, element, access) !== NO)
    if (!elements.some(matches)) {
      diagnostics.warn('unused-rule', 'no element of the template matches this rule', span())
    }
  }
}

/** Rules for `:hover` and the like are for the screen: that they match nothing is no surprise. */
function isForPaper({ compounds }: ComplexSelector): boolean {
  return compounds.every(({ simple }) => simple.every(({ kind }) => kind !== 'never'))
}
