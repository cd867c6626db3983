/** How often a process that is being started, or whose task takes its time, is asked whether it is there. */
export const ASK_INTERVAL_MS = 1_000

/**
 * So many questions in a row stay without an answer of a process that is stopped or hangs. The thread that answers does
 * nothing else that takes time; a machine that has too much to do keeps it waiting for less than this.
 */
export const MISSED_QUESTIONS = 5

/**
 * The same where a task has little time in all: what it waits for is found, and begins again elsewhere, before that is over
 * for it and for those behind it. To be taken for stopped by mistake costs the start of a process.
 */
export const MISSED_IN_A_HURRY = 2

/** The same of a process that is being started: what answers has to be loaded first, which a busy machine takes longer for. */
const MISSED_WHILE_STARTING = 15

/** Whether one process still answers. */
export class Liveness {
  readonly #mayMiss: number
  #isAsked = false
  #missed = 0

  /** @param mayMiss the questions in a row that stay without an answer of a process that is stopped or hangs */
  constructor(mayMiss: number) {
    this.#mayMiss = mayMiss
  }

  /** Called instead of `ask` where nothing is to be asked; what was missed before counts no more. */
  rest(): void {
    this.#isAsked = false
    this.#missed = 0
  }

  /** The process has answered. */
  hear(): void {
    this.rest()
  }

  /**
   * Asks once more, unless it still waits for the answer.
   *
   * @param isReady whether the process has said so, or is still being started
   * @returns whether it has been silent for too long
   */
  ask(send: () => void, isReady: boolean): boolean {
    if (this.#isAsked) this.#missed++
    else send()
    this.#isAsked = true
    return this.#missed >= (isReady ? this.#mayMiss : MISSED_WHILE_STARTING)
  }
}
