import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { asPageImageError, PageArtist } from '../../engine/page-images/page-artist.js'
import { PageImageError } from '../../engine/page-images/page-image-error.js'
import type { PageResult, PageTask } from './page-types.js'
import { serveThread } from './serve-thread.js'

/** Pictures give way to documents, as drafts do. */
const NICENESS = 10

let artist: PageArtist | undefined = await PageArtist.start()
let drawn = 0
setPriority(NICENESS)

serveThread<PageTask, PageResult, never, never>({
  run: async (task) => {
    const started = performance.now()
    const { pdf, page, format, width, timeoutMs } = task
    try {
      artist ??= await PageArtist.start()
      const image = await artist.draw({ source: drawn++, pdf, page, options: { format, width, timeoutMs } })
      const { pages, missingFonts } = image
      const drawTimeMs = Math.round(performance.now() - started)
      return { kind: 'drawn', content: new Uint8Array(image.content), pages, missingFonts, drawTimeMs }
    } catch (error) {
      // A file that got the better of PDFium may have left anything behind in its memory.
      if (!(error instanceof PageImageError)) artist = undefined
      return describe(asPageImageError(error))
    }
  },
  moving: (outcome) => (outcome.kind === 'drawn' ? [outcome.content.buffer as ArrayBuffer] : []),
})

function describe({ code, message }: PageImageError): PageResult {
  switch (code) {
    case 'timed-out':
      return { kind: 'timed-out' }
    case 'page-not-found':
      return { kind: 'refused', reason: 'page', message }
    case 'too-many-pixels':
      return { kind: 'refused', reason: 'size', message }
    case 'password':
      return { kind: 'refused', reason: 'password', message }
    default:
      return { kind: 'refused', reason: 'broken', message }
  }
}
