import { type Message, say } from '../../base/message.js'
import type { Decimal } from '../decimal.js'
import type { Faults } from '../faults.js'
import type { InvoiceNode } from '../invoice-node.js'
import type { FacturXLevel } from '../levels.js'
import type { CodeList, Target } from '../tables/code-list.js'
import { describeTerm, type Term } from '../terms.js'

/** What rules are checked on, and where they report. */
export interface RuleContext {
  readonly invoice: InvoiceNode
  readonly faults: Faults
  readonly target: Target
  readonly level: FacturXLevel
  /** It is of somebody else: what official rules let pass is a warning, where ours is to be beyond doubt. */
  readonly isForeign: boolean
  /** The types that the document may be of (BT-3); those of CII when absent, which has one document for all. */
  readonly types?: CodeList | undefined
  /** So much may what is computed elsewhere differ from what we compute: other systems round other parts. */
  readonly tolerance: { readonly line: Decimal; readonly tax: Decimal }
}

/** Reports a term that is not there. */
export function requireTerm({ faults }: RuleContext, node: InvoiceNode, term: Term, rule?: string): void {
  if (node.text(term) === undefined) faults.report(node, term, node.absence(term), rule)
}

/** Reports what only some targets have a rule for: of what we make it is an error everywhere. */
export function reportBeyond(
  { faults, isForeign, target }: RuleContext,
  targets: readonly Target[],
  node: InvoiceNode,
  term: Term,
  what: string | Message,
  rule: string,
): void {
  if (isForeign && !targets.includes(target)) faults.warn(node, term, what, rule)
  else faults.report(node, term, what, rule)
}

/** Reports that none of several terms is there, at the first of them. */
export function requireOneOf(
  { faults }: RuleContext,
  node: InvoiceNode,
  [first, ...others]: readonly [Term, ...Term[]],
  why: string,
  rule?: string,
): void {
  if ([first, ...others].some((term) => node.text(term) !== undefined)) return
  const or = others.length > 0 ? `, or ${others.map(describeTerm).join(' or ')}` : ''
  faults.report(node, first, say`${node.absence(first)}${or}${why}`, rule)
}
