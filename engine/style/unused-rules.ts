import { type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import type { WorkBudget } from '../base/work-budget.js'
import { matchSelector, NO } from '../css/selectors/match-selector.js'
import { type ComplexSelector, isForScreens, type RelativeStep } from '../css/selectors/selector.js'
import type { RuleProblems, StyleRule } from '../css/syntax/stylesheet.js'
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
  for (const { selectors, span } of rules) {
    if (!selectors.every(isForScreens) && !mayMatch(selectors, places, work)) {
      diagnostics.warn('unused-rule', 'no element of the template matches this rule', span())
    }
  }
}

/** Whether an element of the template may match one of the selectors, for some data. */
export function mayMatch(selectors: readonly ComplexSelector[], places: TemplatePlaces, work: WorkBudget): boolean {
  if (!places.isComplete) return true
  const { elements } = places.tree
  const access = new TemplateAccess(places)
  const matchesAny = (selector: ComplexSelector) => {
    return elements.some((element) => matchSelector(selector, element, access) !== NO)
  }
  work.spend(Math.ceil(elements.length / ELEMENTS_PER_STEP))
  return selectors.some((selector) => {
    if (!matchesAny(selector)) return false
    const sought = subjectsOf(selector)
    work.spend(Math.ceil((elements.length * sought.length) / ELEMENTS_PER_STEP))
    return sought.every((alternatives) => alternatives.some(matchesAny))
  })
}

/** For each `:has()` of a selector what its alternatives look for, wherever that stands. */
function subjectsOf({ compounds }: ComplexSelector): readonly (readonly ComplexSelector[])[] {
  return compounds.flatMap(({ simple }) =>
    simple.flatMap((each) => (each.kind === 'has' ? [each.selectors.map(({ steps }) => subjectOf(steps))] : [])),
  )
}

function subjectOf(steps: readonly RelativeStep[]): ComplexSelector {
  const simple = steps.at(-1)?.simple ?? []
  return {
    compounds: [{ simple, combinator: undefined }],
    pseudoElement: undefined,
    specificity: 0,
    size: simple.length,
  }
}

/**
 * Reports the problems in rules of files that elements may match, as of a framework of which the template uses a part.
 * All are reported where the markup may come from data.
 */
export function reportRuleProblems(
  problems: readonly RuleProblems[],
  places: TemplatePlaces,
  work: WorkBudget,
  diagnostics: DiagnosticSink,
): void {
  for (const { selectors, found } of problems) if (mayMatch(selectors, places, work)) reportAll(found, diagnostics)
}
