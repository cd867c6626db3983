import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { invariant } from '../base/invariant.js'
import { instantiate, type WasmMemory, type WasmModule } from './web-assembly.js'

/** PDFium, ready to open files, in memory of its own. */
export interface Pdfium {
  readonly api: WrappedPdfiumModule
  /** How much memory it has taken from the system, in bytes: it never gives any back. */
  readonly heldBytes: number
  /** A pointer to `bytes`, to be freed. @throws RangeError when there is no memory for them */
  put(bytes: Uint8Array): number
  /** The bytes at a pointer, until anything else is called. */
  view(pointer: number, length: number): Uint8Array
}

/** @param mostBytes the memory that it may take */
export async function startPdfium(module: WasmModule, mostBytes: number): Promise<Pdfium> {
  const started: { memory?: WasmMemory | undefined } = {}
  const api = await init({
    instantiateWasm(imports: object, done: (instance: unknown, module: unknown) => void) {
      const { instance, memory } = instantiate(module, imports, mostBytes)
      started.memory = memory
      done(instance, module)
      return instance.exports
    },
    print: () => undefined,
    printErr: () => undefined,
  } as Parameters<typeof init>[0])
  api.FPDF_InitLibrary()
  const { memory } = started
  invariant(memory, 'the memory of PDFium')
  // Growing replaces its buffer.
  const view = (pointer: number, length: number) => new Uint8Array(memory.buffer, pointer, length)
  return {
    api,
    get heldBytes() {
      return memory.buffer.byteLength
    },
    put(bytes) {
      const pointer = api.pdfium.wasmExports.malloc(Math.max(1, bytes.length))
      if (pointer === 0) throw new RangeError('no memory is left')
      view(pointer, bytes.length).set(bytes)
      return pointer
    },
    view,
  }
}
