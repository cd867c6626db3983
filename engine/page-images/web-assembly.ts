/** The part of WebAssembly that drawing needs; the types of Node.js name none of it. */

/** Compiled code, which threads can share. */
export interface WasmModule {
  readonly __wasmModule?: never
}

/** Memory that grows in pages and never shrinks. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

interface WebAssemblyApi {
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance
  readonly Memory: new (...options: never) => WasmMemory
  compile(bytes: Uint8Array): Promise<WasmModule>
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }

const PAGE_BYTES = 65_536

/** Starts a module whose memory does not grow beyond `mostBytes`: what asks for more is told that there is none. */
export function instantiate(
  module: WasmModule,
  imports: object,
  mostBytes: number,
): { readonly instance: WasmInstance; readonly memory: WasmMemory | undefined } {
  const instance = new WebAssembly.Instance(module, imports)
  const memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
  if (memory) {
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > mostBytes) throw new RangeError('more memory than is allowed')
      return grow(pages)
    }
  }
  return { instance, memory }
}
