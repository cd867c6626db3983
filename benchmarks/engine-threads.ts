import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { keepGarbageYoung } from './keep-garbage-young.js'

/** Threads that do nothing but render invoices, as fast as the engine can. */
export class EngineThreads {
  readonly #threads: readonly Worker[]

  private constructor(threads: readonly Worker[]) {
    this.#threads = threads
  }

  /** @param bodies the data of the documents, as JSON */
  static async start(count: number, template: string, bodies: readonly Buffer[]): Promise<EngineThreads> {
    // As the service has it, so that only what the service adds makes a difference.
    keepGarbageYoung()
    const file = new URL('./engine-thread.js', import.meta.url)
    const workerData = { template, bodies: bodies.map(String) }
    const threads = Array.from({ length: count }, () => new Worker(file, { workerData }))
    await Promise.all(threads.map((thread) => once(thread, 'message')))
    return new EngineThreads(threads)
  }

  /** Lets all threads render for a while. Gives the documents a second, all of them together. */
  async run(milliseconds: number): Promise<number> {
    const rates = this.#threads.map(async (thread) => {
      const finished = once(thread, 'message')
      thread.postMessage(milliseconds)
      const [perSecond] = await finished
      return Number(perSecond)
    })
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }
}
