import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files that the build has put together for browsers. */
const FOLDER = fileURLToPath(new URL('./assets/', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

const HASH_CHARACTERS = 10

export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array
  /** Smaller forms of it, by their content codings. */
  readonly compressed: Readonly<Partial<Record<AssetCoding, Uint8Array>>>
}

/** Content codings of assets. Browsers take Brotli over https only. */
export type AssetCoding = 'br' | 'gzip'

/** Style sheets and scripts. Their addresses have their hashes in them, so that browsers keep them for ever. */
export class Assets {
  readonly #byAddress = new Map<string, Asset>()
  readonly #addresses = new Map<string, string>()

  /** @throws Error when they were not built */
  constructor(folder: string = FOLDER) {
    for (const name of readdirSync(folder)) {
      const type = TYPES[extname(name)]
      if (type === undefined) continue
      const bytes = readFileSync(join(folder, name))
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS)
      const hashed = `${name.slice(0, -extname(name).length)}-${hash}${extname(name)}`
      this.#addresses.set(name, `/dashboard/assets/${hashed}`)
      this.#byAddress.set(hashed, { type, bytes, compressed: readCompressed(join(folder, name)) })
    }
  }

  /** The address of a file of the build; undefined when it has none of this name. */
  address(name: string): string | undefined {
    return this.#addresses.get(name)
  }

  /** The file with this name in its address. */
  find(hashed: string): Asset | undefined {
    return this.#byAddress.get(hashed)
  }
}

function readCompressed(file: string): Asset['compressed'] {
  const read = (coding: AssetCoding, name: string) => (existsSync(name) ? { [coding]: readFileSync(name) } : {})
  return { ...read('br', `${file}.br`), ...read('gzip', `${file}.gz`) }
}
