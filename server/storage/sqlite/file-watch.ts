import { statSync } from 'node:fs'

/** How often it is looked whether the files are still there. */
const LOOK_INTERVAL_MS = 1_000

/**
 * Notices when open database files are deleted or replaced. SQLite keeps using a file that has no name any more, and all
 * that is saved in it is gone with the process.
 */
export class FileWatch {
  readonly #files: ReadonlyMap<string, string>
  readonly #timer: NodeJS.Timeout

  constructor(paths: readonly string[], onLost: (path: string) => void) {
    this.#files = new Map(paths.map((path) => [path, identify(path)]))
    this.#timer = setInterval(() => {
      for (const [path, identity] of this.#files) {
        if (identify(path) === identity) continue
        this.stop()
        onLost(path)
        return
      }
    }, LOOK_INTERVAL_MS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** A file's identity in the system; empty when there is no such file. */
function identify(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false })
  return file ? `${file.dev} ${file.ino}` : ''
}
