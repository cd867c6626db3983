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

/** What the process of one case says when it has ended. */
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
  /** Most memory of the process at any time, above what it took before the case. */
  readonly megabytes: number
}

const [kind = '', name = ''] = process.argv.slice(2)
const found = ALL_CASES[kind]?.find((candidate) => candidate.name === name)
if (!found) throw new Error(`there is no case "${name}" of ${kind}`)

const fonts = createFontLibrary()
const { html, assets, data = {} } = found.make()
const before = process.resourceUsage().maxRSS
const started = performance.now()
const outcome = render()
const report: HostileReport = {
  outcome,
  milliseconds: Math.round(performance.now() - started),
  megabytes: Math.round((process.resourceUsage().maxRSS - before) / 1024),
}
process.stdout.write(JSON.stringify(report))

function render(): HostileOutcome {
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
