import { BoundedCache } from './base/bounded-cache.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink } from './base/diagnostics.js'
import { type PrintSettings, printedWith } from './base/print-settings.js'
import type { CompiledTemplate } from './compile.js'
import type { StylePlan } from './style/style-plan.js'

/** Ways of printing one template whose styles are kept besides its own. */
const MOST_KEPT = 4

/** A template with the styles that it has when it is printed with other settings than its own; compiled at first use. */
export class PrintedTemplates {
  readonly #kept = new BoundedCache<string, CompiledTemplate>(MOST_KEPT)

  constructor(private readonly compilePlan: (print: PrintSettings, diagnostics: DiagnosticSink) => StylePlan) {}

  /** The template itself where the options say nothing about styles. */
  of(template: CompiledTemplate, options: PrintSettings): CompiledTemplate {
    const print = printedWith(template.print, options)
    const key = keyOf(print)
    if (key === keyOf(template.print)) return template
    let printed = this.#kept.get(key)
    if (!printed) {
      const found = new DiagnosticList()
      const plan = this.compilePlan(print, found)
      printed = { ...template, plan, fonts: plan.fonts, diagnostics: joined(template.diagnostics, found.items) }
      this.#kept.set(key, printed)
    }
    return printed
  }
}

/** The settings on which styles depend. */
function keyOf({ media, backgrounds, paper, margins, pageRules, scale }: PrintSettings): string {
  return JSON.stringify([media ?? 'print', backgrounds ?? true, paper, margins, pageRules ?? 'all', scale ?? 1])
}

/** What both lists have is reported once. */
function joined(own: readonly Diagnostic[], found: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set(own.map(({ message }) => message))
  return [...own, ...found.filter(({ message }) => !known.has(message))]
}
