import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type MeasuredValues, registerGauges } from './measured-values.js'
import { readProcessMemory } from './process-memory.js'

/** Waiting is meant to be short: what an idle service takes must be seen apart from what a busy one does. */
const WAIT_SECONDS = [0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 300]

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The service's own measurements, in the Prometheus text format. No label holds a name that clients choose. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #aborted: Counter<'route'>
  readonly #documents: Counter<'mode' | 'outcome'>
  readonly #problems: Counter<'mode' | 'code'>
  readonly #waiting: Histogram<'mode'>
  readonly #rendering: Histogram<'mode'>
  readonly #attempts: Histogram<'system' | 'result'>
  readonly #replaced: Counter<'reason'>
  readonly #pages: Counter<'format' | 'outcome'>
  readonly #drawing: Histogram<'format'>

  constructor() {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry, prefix: 'platen_' })
    this.#requests = new Histogram({
      name: 'platen_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    this.#aborted = new Counter({
      name: 'platen_http_requests_aborted_total',
      help: 'Requests whose client went away before its answer was complete',
      labelNames: ['route'],
      registers,
    })
    this.#documents = new Counter({
      name: 'platen_documents_total',
      help: 'Documents by the way they were asked for and what became of them',
      labelNames: ['mode', 'outcome'],
      registers,
    })
    this.#problems = new Counter({
      name: 'platen_document_problems_total',
      help: 'What documents have lost, by the code of the diagnostic',
      labelNames: ['mode', 'code'],
      registers,
    })
    this.#waiting = new Histogram({
      name: 'platen_render_wait_seconds',
      help: 'Time from the moment a document could have been begun, or was accepted for later, to its beginning',
      labelNames: ['mode'],
      buckets: WAIT_SECONDS,
      registers,
    })
    this.#rendering = new Histogram({
      name: 'platen_render_duration_seconds',
      help: 'Time a worker took for a document',
      labelNames: ['mode'],
      buckets: SECONDS,
      registers,
    })
    this.#attempts = new Histogram({
      name: 'platen_webhook_attempt_duration_seconds',
      help: 'Time of one request to a webhook, by what became of it',
      labelNames: ['system', 'result'],
      buckets: SECONDS,
      registers,
    })
    this.#replaced = new Counter({
      name: 'platen_render_processes_replaced_total',
      help: 'Processes that render or check whose place another took, by the reason',
      labelNames: ['reason'],
      registers,
    })
    this.#pages = new Counter({
      name: 'platen_page_images_total',
      help: 'Pictures of pages by their format and what became of them',
      labelNames: ['format', 'outcome'],
      registers,
    })
    this.#drawing = new Histogram({
      name: 'platen_page_image_duration_seconds',
      help: 'Time for drawing and encoding the picture of a page',
      labelNames: ['format'],
      buckets: SECONDS,
      registers,
    })
  }

  /** Adds what is read when somebody asks. To be called once. */
  measure(values: MeasuredValues): void {
    registerGauges(this.#registry, values, readProcessMemory)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  requestAnswered(method: string, route: string, status: number, durationMs: number): void {
    this.#requests.observe({ method, route, status: String(status) }, durationMs / 1000)
  }

  /** The client went away before its answer was complete. */
  requestAborted(route: string): void {
    this.#aborted.inc({ route })
  }

  /** A process that renders or checks has died, or another has taken its place. */
  processReplaced(reason: 'died' | 'task' | 'memory'): void {
    this.#replaced.inc({ reason })
  }

  /** A worker has begun a document. */
  renderingBegun(mode: 'sync' | 'async', waitMs: number): void {
    // Acceptance is timed by the database, whose clock may be ahead of ours.
    this.#waiting.observe({ mode }, Math.max(0, waitMs) / 1000)
  }

  /** @param drawTimeMs absent when there is no picture */
  pageDrawn(format: string, outcome: string, drawTimeMs: number | undefined): void {
    this.#pages.inc({ format, outcome })
    if (drawTimeMs !== undefined) this.#drawing.observe({ format }, drawTimeMs / 1000)
  }

  attemptMade(system: string, result: string, durationMs: number): void {
    this.#attempts.observe({ system, result }, durationMs / 1000)
  }

  /** @param codes how often each was found: all of them are of the engine */
  problemsFound(mode: 'sync' | 'async', codes: Readonly<Record<string, number>> = {}): void {
    for (const [code, count] of Object.entries(codes)) this.#problems.inc({ mode, code }, count)
  }

  /** @param renderTimeMs absent when there is no document */
  documentMade(mode: 'sync' | 'async', outcome: string, renderTimeMs: number | undefined): void {
    this.#documents.inc({ mode, outcome })
    if (renderTimeMs !== undefined) this.#rendering.observe({ mode }, renderTimeMs / 1000)
  }
}
