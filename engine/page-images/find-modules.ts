import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PageImageError } from './page-image-error.js'
import { type WasmModule, WebAssembly } from './web-assembly.js'

/** Files of the optional packages by what they do. */
const FILES = {
  pdfium: '@embedpdf/pdfium/pdfium.wasm',
  jpeg: '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  webp: '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
} as const

export type WasmPart = keyof typeof FILES

const require = createRequire(import.meta.url)

/**
 * Reads and compiles what a part needs.
 *
 * @throws PageImageError `not-installed`
 */
export async function compilePart(part: WasmPart): Promise<WasmModule> {
  return WebAssembly.compile(await readFile(find(part)))
}

/** Whether pages can be drawn here. */
export function canDrawPages(): boolean {
  try {
    for (const part of ['pdfium', 'jpeg', 'webp'] as const) find(part)
    return true
  } catch (error) {
    if (error instanceof PageImageError) return false
    throw error
  }
}

function find(part: WasmPart): string {
  try {
    return require.resolve(FILES[part])
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
    const name = FILES[part].split('/', 2).join('/')
    throw new PageImageError('not-installed', `pages are drawn with the optional package ${name}: npm install ${name}`)
  }
}
