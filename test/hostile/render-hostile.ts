import { Worker } from 'node:worker_threads'
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
import type { WatchedCase } from './watch-processor.js'

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
  /** Processor time from compiling to the file or the error, in ms. */
  readonly processorMs: number
  /** Processor time that an ordinary document took just before, in ms. */
  readonly ordinaryMs: number
  /** The growth of the process's peak memory during the case. */
  readonly megabytes: number
}

/** Which case to render. */
export interface HostileTask {
  readonly kind: string
  readonly name: string
}

/**
 * How many times the processor time of an ordinary document a hostile one may take; it is ended at that. The slowest take a
 * tenth of it. By the clock they take longer wherever the machine has other things to do, which says nothing of them.
 */
const MOST_ORDINARY = 1_000

const fonts = createFontLibrary()

const ORDINARY = '<h1>Report</h1><table>{{#each rows}}<tr><td>{{name}}<td>{{price}}</tr>{{/each}}</table>'
const ORDINARY_DATA = { rows: Array.from({ length: 300 }, (_, index) => ({ name: `Article ${index}`, price: index })) }

/** Renders of the ordinary document before the first case, after which V8 has compiled what it needs. */
const WARM_UPS = 5

const watch = new Worker(new URL('./watch-processor.js', import.meta.url))

for (let round = 0; round < WARM_UPS; round++) ordinary()

/** Processor time of an ordinary document, in ms. */
function ordinary(): number {
  return measure(() => render({ html: ORDINARY, data: ORDINARY_DATA })).processorMs
}

function measure<T>(work: () => T): { readonly result: T; readonly processorMs: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, processorMs: (user + system) / 1000 }
}

function watchCase(watched: WatchedCase): void {
  watch.postMessage(watched)
}

process.on('message', ({ kind, name }: HostileTask) => {
  const found = ALL_CASES[kind]?.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`there is no case "${name}" of ${kind}`)
  const document = found.make()
  const ordinaryMs = ordinary()
  const before = process.resourceUsage().maxRSS
  watchCase({ name, mostMs: ordinaryMs * MOST_ORDINARY })
  const { result: outcome, processorMs } = measure(() => render(document))
  watchCase(undefined)
  const megabytes = Math.round((process.resourceUsage().maxRSS - before) / 1024)
  const report: HostileReport = { outcome, processorMs, ordinaryMs, megabytes }
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
