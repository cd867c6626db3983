import type { PageImageErrorCode } from './page-image-error.js'
import type { DrawRequest, PageImage } from './page-image-types.js'
import type { WasmModule } from './web-assembly.js'

/** What a thread that draws starts with. */
export interface ThreadSetup {
  readonly pdfium: WasmModule
}

export interface ToPageThread {
  readonly id: number
  readonly request: DrawRequest
}

export type FromPageThread =
  /** It can draw. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly id: number; readonly image: PageImage; readonly heldBytes: number }
  /** `isLost` when the thread cannot be trusted any more. */
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly code: PageImageErrorCode
      readonly message: string
      readonly isLost: boolean
    }
