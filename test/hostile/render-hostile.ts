import {
  compileTemplate,
  createFontLibrary,
  type Diagnostic,
  FontError,
  LimitError,
  renderDocument,
  TemplateError,
} from '../../engine/index.js'
import { ALL_CASES } from './all-cases.js'
import type { HostileDocument } from './hostile-case.js'

/** How a case ended. */
export type HostileOutcome =
  | {
      readonly kind: 'document'
      readonly bytes: number
      readonly pages: number
      readonly diagnostics: readonly string[]
    }
  /** A clear error, the template's or the data's fault. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string }

export interface HostileReport {
  readonly outcome: HostileOutcome
  /** From compiling to the file or the error. */
  readonly milliseconds: number
  /** The growth of the process's peak memory during the case. */
  readonly megabytes: number
}

/** Which case to render. */
export interface HostileTask {
  readonly kind: string
  readonly name: string
}

const fonts = createFontLibrary()

process.on('message', ({ kind, name }: HostileTask) => {
  const found = ALL_CASES[kind]?.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`there is no case "${name}" of ${kind}`)
  const document = found.make()
  const before = process.resourceUsage().maxRSS
  const started = performance.now()
  const report: HostileReport = {
    outcome: render(document),
    milliseconds: Math.round(performance.now() - started),
    megabytes: Math.round((process.resourceUsage().maxRSS - before) / 1024),
  }
  process.send?.(report)
})

function render({ html, assets, data = {} }: HostileDocument): HostileOutcome {
  try {
    const { pdf, pages, diagnostics } = renderDocument(compileTemplate({ html, assets }, { fonts }), data)
    return { kind: 'document', bytes: pdf.length, pages, diagnostics: diagnostics.map(({ code }: Diagnostic) => code) }
  } catch (error) {
    if (error instanceof LimitError || error instanceof TemplateError || error instanceof FontError) {
      return { kind: 'refused', code: error.code, message: error.message.slice(0, 500) }
    }
    return {
      kind: 'crashed',
      message: error instanceof Error ? (error.stack ?? error.message).slice(0, 2_000) : String(error),
    }
  }
}
