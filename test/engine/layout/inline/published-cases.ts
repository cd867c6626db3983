import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const ROOT = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../../../..'))

/** The cases that Unicode publishes, without remarks. `test/tools/make-unicode-tables.ts` makes them. */
export function publishedCases(name: 'BidiCharacterTest' | 'LineBreakTest'): readonly string[] {
  const path = join(ROOT, `test/engine/layout/inline/unicode/${name}.txt.br`)
  return brotliDecompressSync(readFileSync(path)).toString().trim().split('\n')
}
