import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'

/** The template itself, which is no asset. */
export const HTML_FILE = 'template.html'

/** How the data of a template become those of an invoice. */
export const MAPPING_FILE = 'factur-x.json'

/** Files that the engine can use; it ignores all others of a folder. */
export const ASSET_TYPES: ReadonlySet<string> = new Set([
  '.css',
  '.gif',
  '.html',
  '.icc',
  '.icm',
  '.jpeg',
  '.jpg',
  '.otf',
  '.pdf',
  '.png',
  '.svg',
  '.ttc',
  '.ttf',
  '.webp',
  '.woff',
  '.woff2',
])

/** Images of formats that are not read: who names one is told so, in place of that there is none. */
const UNREAD_TYPES: ReadonlySet<string> = new Set('.avif .bmp .heic .heif .ico .j2k .jp2 .jxl .tif .tiff'.split(' '))

/**
 * The assets in a folder by relative path, read when they are asked for. Nothing outside of the folder is reachable,
 * by `..` or by symbolic links.
 */
export class FolderAssets implements ReadonlyMap<string, Uint8Array> {
  readonly #folder: string
  readonly #used = new Set<string>()

  /** @param named files of other kinds that are assets too */
  constructor(
    folder: string,
    private readonly named: ReadonlySet<string> = new Set(),
  ) {
    this.#folder = realpathSync(folder)
  }

  /** The files that were read. */
  get used(): ReadonlySet<string> {
    return this.#used
  }

  get size(): number {
    return this.#list().length
  }

  get(path: string): Uint8Array | undefined {
    const file = this.#find(path)
    if (file === undefined) return undefined
    this.#used.add(file)
    return readFileSync(file)
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined
  }

  keys(): MapIterator<string> {
    return this.#list().values()
  }

  *values(): MapIterator<Uint8Array> {
    for (const [, bytes] of this.entries()) yield bytes
  }

  *entries(): MapIterator<[string, Uint8Array]> {
    for (const path of this.#list()) {
      const bytes = this.get(path)
      if (bytes) yield [path, bytes]
    }
  }

  [Symbol.iterator](): MapIterator<[string, Uint8Array]> {
    return this.entries()
  }

  forEach(action: (bytes: Uint8Array, path: string, map: ReadonlyMap<string, Uint8Array>) => void): void {
    for (const [path, bytes] of this.entries()) action(bytes, path, this)
  }

  /** The real file of an asset path, when it is one of ours. */
  #find(path: string): string | undefined {
    const type = extname(path).toLowerCase()
    const isAsset = this.named.has(path) || ASSET_TYPES.has(type) || UNREAD_TYPES.has(type)
    if (!isAsset || path.includes('\0')) return undefined
    const file = resolve(this.#folder, path)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
    const real = realpathSync(file)
    return real.startsWith(this.#folder + sep) ? real : undefined
  }

  /** All asset paths, sorted; hidden files and the template itself are none. */
  #list(): string[] {
    const isOurs = (path: string) => this.named.has(path) || !UNREAD_TYPES.has(extname(path).toLowerCase())
    return [...this.#walk('')].filter((path) => path !== HTML_FILE && isOurs(path) && this.has(path)).sort()
  }

  /** All files below a folder by relative path. Linked folders are not entered: they may lead round in circles. */
  *#walk(path: string): Generator<string> {
    for (const entry of readdirSync(join(this.#folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) yield* this.#walk(inner)
      else yield inner
    }
  }
}
