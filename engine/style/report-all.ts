import type { Diagnostic, DiagnosticSink } from '../base/diagnostics.js'

/** Repeats diagnostics that were found earlier and kept with a cached result. */
export function reportAll(problems: readonly Diagnostic[], sink: DiagnosticSink): void {
  for (const { code, severity, message, span } of problems) {
    if (severity === 'error') sink.error(code, message, span)
    else sink.warn(code, message, span)
  }
}
