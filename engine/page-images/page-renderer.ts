import { Worker } from 'node:worker_threads'
import { checkOptions } from './check-options.js'
import { compilePart } from './find-modules.js'
import { PageImageError } from './page-image-error.js'
import type { DrawRequest, PageImage, PageImageOptions } from './page-image-types.js'
import type { FromPageThread, ThreadSetup, ToPageThread } from './thread-messages.js'
import { DEFAULT_TIMEOUT_MS } from './timeout.js'
import type { WasmModule } from './web-assembly.js'

export interface PageRendererOptions {
  /** Pages that are drawn at the same time; 1 when absent. */
  readonly threads?: number | undefined
}

/** A page that was asked for. */
interface Task {
  readonly request: DrawRequest
  readonly resolve: (image: PageImage) => void
  readonly reject: (error: Error) => void
}

/** A thread that holds more between two pages is ended: memory that a large page has taken does not come back otherwise. */
const MOST_HELD_BYTES = 64 * 1_048_576

/** A thread that nobody has needed for so long is ended. */
const IDLE_MS = 30_000

/** What a thread may take beyond a page's time, in which it ends by itself. */
const GRACE_MS = 1_000

let sources = 0

/**
 * Draws pages of PDFs in threads of its own, which are started when the first is asked for and share PDFium's compiled
 * code. They do not keep a program from ending unless a page is being drawn.
 */
export class PageRenderer {
  readonly #most: number
  readonly #threads = new Set<PageThread>()
  readonly #waiting: Task[] = []
  #pdfium: Promise<WasmModule> | undefined
  #isClosed = false

  constructor({ threads = 1 }: PageRendererOptions = {}) {
    if (!Number.isInteger(threads) || threads < 1) {
      throw new PageImageError('invalid-option', 'threads must be a whole number from 1')
    }
    this.#most = threads
  }

  /**
   * Draws one page.
   *
   * @param page from 1
   * @throws PageImageError
   */
  renderPage(pdf: Uint8Array, { page = 1, ...options }: PageImageOptions & { page?: number } = {}): Promise<PageImage> {
    return this.#draw({ source: sources++, pdf, page, options })
  }

  /**
   * Draws all pages of a PDF in their order, each when it is asked for. The file is opened once.
   *
   * @throws PageImageError
   */
  async *renderPages(pdf: Uint8Array, options: PageImageOptions = {}): AsyncGenerator<PageImage, void, void> {
    const source = sources++
    for (let page = 1, pages = 1; page <= pages; page++) {
      const image = await this.#draw({ source, pdf, page, options })
      pages = image.pages
      yield image
    }
  }

  /** Ends the threads; pages that were asked for and are not drawn fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const task of this.#waiting.splice(0)) task.reject(closed())
    await Promise.all([...this.#threads].map((thread) => thread.end(closed())))
  }

  async #draw(request: DrawRequest): Promise<PageImage> {
    checkOptions(request.page, request.options)
    this.#pdfium ??= compilePart('pdfium')
    const pdfium = await this.#pdfium
    if (this.#isClosed) throw closed()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#share(pdfium)
    })
  }

  #share(pdfium: WasmModule): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const thread = this.#freeThread(pdfium)
      if (!thread) return
      const [task] = this.#waiting.splice(0, 1)
      if (task) thread.run(task)
    }
  }

  #freeThread(pdfium: WasmModule): PageThread | undefined {
    const source = this.#waiting[0]?.request.source
    const free = [...this.#threads].filter(({ isFree }) => isFree)
    const found = free.find((thread) => thread.source === source) ?? free[0]
    if (found || this.#threads.size >= this.#most) return found
    const thread = new PageThread(pdfium, {
      onFree: () => this.#share(pdfium),
      onEnd: () => {
        this.#threads.delete(thread)
        this.#share(pdfium)
      },
    })
    this.#threads.add(thread)
    return thread
  }
}

function closed(): PageImageError {
  return new PageImageError('closed', 'the renderer of pages was closed')
}

interface ThreadEvents {
  onFree(): void
  onEnd(): void
}

class PageThread {
  /** The file that it has open. */
  source: number | undefined
  readonly #worker: Worker
  readonly #events: ThreadEvents
  #task: Task | undefined
  #timer: NodeJS.Timeout | undefined
  #isEnding = false

  constructor(pdfium: WasmModule, events: ThreadEvents) {
    this.#events = events
    this.#worker = new Worker(new URL('./page-thread.js', import.meta.url), {
      workerData: { pdfium } satisfies ThreadSetup,
      // Those of the program may be for a program only.
      execArgv: [],
      // What is written there is for nobody.
      stdout: true,
      stderr: true,
    })
    this.#worker.on('message', (message: FromPageThread) => this.#hear(message))
    this.#worker.on(
      'error',
      (error) => void this.end(new PageImageError('broken', `pages cannot be drawn: ${error.message}`)),
    )
    this.#worker.on('exit', () => {
      if (!this.#isEnding) void this.end(new PageImageError('broken', 'the thread that draws pages has ended'))
    })
  }

  get isFree(): boolean {
    return this.#task === undefined && !this.#isEnding
  }

  run(task: Task): void {
    clearTimeout(this.#timer)
    this.#task = task
    this.#worker.ref()
    const { source, pdf, page, options } = task.request
    const isOpen = this.source === source
    this.source = source
    const request = { source, page, options, pdf: isOpen ? new Uint8Array() : pdf }
    this.#worker.postMessage({ id: 0, request } satisfies ToPageThread)
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = options
    this.#timer = setTimeout(() => {
      void this.end(new PageImageError('timed-out', 'the page takes too long to draw'))
    }, timeoutMs + GRACE_MS)
  }

  /** @param why of the page that is being drawn there is no picture */
  async end(why: PageImageError): Promise<void> {
    const task = this.#task
    this.#task = undefined
    clearTimeout(this.#timer)
    if (this.#isEnding) return
    this.#isEnding = true
    task?.reject(why)
    await this.#worker.terminate()
    this.#events.onEnd()
  }

  #hear(message: FromPageThread): void {
    const task = this.#task
    if (message.kind === 'ready' || !task) return
    clearTimeout(this.#timer)
    this.#task = undefined
    if (message.kind === 'drawn') {
      task.resolve(message.image)
      if (message.heldBytes > MOST_HELD_BYTES) return void this.end(closed())
    } else {
      // What it has opened is not known.
      this.source = undefined
      task.reject(new PageImageError(message.code, message.message))
      if (message.isLost) return void this.end(closed())
    }
    this.#worker.unref()
    this.#timer = setTimeout(() => void this.end(closed()), IDLE_MS).unref()
    this.#events.onFree()
  }
}
