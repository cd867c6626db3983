import type { DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import { type Message, say } from '../base/message.js'
import type { Span } from '../base/source.js'
import type { InvoiceNode } from './invoice-node.js'
import type { Term } from './terms.js'

/** What is wrong with an invoice. */
export interface InvoiceFault {
  /** `wrong-total` where amounts do not add up, else `invalid-invoice`. */
  readonly code: 'invalid-invoice' | 'wrong-total'
  readonly severity: 'error' | 'warning'
  /** `BR-CO-10`; undefined where no rule has a name for it. */
  readonly rule: string | undefined
  readonly term: Term | undefined
  readonly message: Message
  readonly span: Span | undefined
}

/** Receives what rules find. */
export abstract class Faults {
  abstract add(fault: InvoiceFault): void

  /** @param what is wrong with the term, as the sentence goes on behind its name */
  report(node: InvoiceNode, term: Term, what: string | Message, rule?: string): void {
    this.add(faultAt(node, term, what, rule))
  }

  warn(node: InvoiceNode, term: Term, what: string | Message, rule?: string): void {
    this.add({ ...faultAt(node, term, what, rule), severity: 'warning' })
  }

  wrongTotal(node: InvoiceNode, term: Term, what: Message, rule: string): void {
    this.add({ ...faultAt(node, term, what, rule), code: 'wrong-total' })
  }
}

function faultAt(node: InvoiceNode, term: Term, what: string | Message, rule: string | undefined): InvoiceFault {
  const { name, span } = node.place(term)
  const message = say`${name} ${what}${rule === undefined ? '' : ` (${rule})`}`
  return { code: 'invalid-invoice', severity: 'error', rule, term, message, span }
}

/** Ends with the first error; warnings go to the problems of the document. */
export class FirstFault extends Faults {
  constructor(private readonly diagnostics: DiagnosticSink) {
    super()
  }

  override add({ code, severity, message, span }: InvoiceFault): void {
    if (severity === 'error') throw new TemplateError(code, message, span)
    this.diagnostics.warn('doubtful-invoice', message, span)
  }
}

/** More are of no use to anybody, and would fill the memory. */
const MOST_FAULTS = 200

/** Collects all faults, up to a limit. */
export class FaultList extends Faults {
  readonly items: InvoiceFault[] = []
  /** How many more there were. */
  omitted = 0

  override add(fault: InvoiceFault): void {
    if (this.items.length < MOST_FAULTS) this.items.push(fault)
    else this.omitted += 1
  }
}
