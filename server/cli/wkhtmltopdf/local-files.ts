import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** Which files of the machine a page may name. */
export interface LocalAccess {
  /** Every one. */
  readonly all: boolean
  /** Folders of which it may name all, as they were given. */
  readonly folders: readonly string[]
}

/**
 * The files beside a page, read when they are asked for: under its own folder's path, as absolute paths and as `file:`
 * addresses. Files outside of the folders that are open to the page are not there; links that lead outside are followed
 * nowhere.
 */
export class LocalFiles implements ReadonlyMap<string, Uint8Array> {
  readonly #base: string
  readonly #folders: readonly string[]

  /** @param file of the page; files are named relative to it */
  constructor(
    file: string,
    private readonly access: LocalAccess,
  ) {
    this.#base = dirname(resolve(file))
    this.#folders = access.folders.flatMap((folder) => realPath(resolve(folder)) ?? [])
  }

  /** Files are not listed: there may be any number. */
  get size(): number {
    return 0
  }

  get(path: string): Uint8Array | undefined {
    const file = this.#find(path)
    return file === undefined ? undefined : readFileSync(file)
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined
  }

  *keys(): MapIterator<string> {}

  *values(): MapIterator<Uint8Array> {}

  *entries(): MapIterator<[string, Uint8Array]> {}

  [Symbol.iterator](): MapIterator<[string, Uint8Array]> {
    return this.entries()
  }

  forEach(): void {}

  /** @param path relative to the root of the machine: pages have a base that begins there */
  #find(path: string): string | undefined {
    if (path.includes('\0')) return undefined
    for (const candidate of this.#candidates(path)) {
      const file = realPath(candidate)
      if (file !== undefined && this.#isOpen(file) && statSync(file).isFile()) return file
    }
    return undefined
  }

  #isOpen(file: string): boolean {
    return this.access.all || this.#folders.some((folder) => file.startsWith(folder + sep) || folder === sep)
  }

  /** Absolute paths arrive behind the folder of the page. */
  *#candidates(path: string): Generator<string> {
    const address = /(?:^|\/)file:\/+(.*)$/i.exec(path)?.[1]
    const paths = address === undefined ? [path] : [address]
    for (const each of paths) {
      for (const text of [each, decoded(each)]) {
        if (text === undefined) continue
        yield `${sep}${text}`
        const inner = this.#base.slice(1)
        if (text.startsWith(`${inner}/`)) yield text.slice(inner.length)
      }
    }
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function decoded(path: string): string | undefined {
  if (!path.includes('%')) return undefined
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return undefined
  }
}
