import type { Teardown } from '../../server/folder.js'

/** What is taken away at the end, the last thing first. */
export class Cleanup implements Teardown {
  readonly #actions: (() => unknown)[] = []

  teardown(action: () => unknown): void {
    this.#actions.push(action)
  }

  async run(): Promise<void> {
    for (let action = this.#actions.pop(); action; action = this.#actions.pop()) await action()
  }
}
