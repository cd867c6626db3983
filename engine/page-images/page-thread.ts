import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../base/invariant.js'
import { asPageImageError, PageArtist } from './page-artist.js'
import { PageImageError } from './page-image-error.js'
import type { FromPageThread, ThreadSetup, ToPageThread } from './thread-messages.js'

/** A thread that draws one page after the other. */

invariant(parentPort, 'a thread that was started to draw')
const port = parentPort
const { pdfium }: ThreadSetup = workerData
const artist = await PageArtist.start(pdfium)

port.on('message', async ({ id, request }: ToPageThread) => {
  const tell = (message: FromPageThread, moving: ArrayBuffer[] = []) => port.postMessage(message, moving)
  try {
    const image = await artist.draw(request)
    const content = new Uint8Array(image.content)
    tell({ kind: 'drawn', id, image: { ...image, content }, heldBytes: artist.heldBytes }, [content.buffer])
  } catch (error) {
    const { code, message } = asPageImageError(error)
    tell({ kind: 'failed', id, code, message, isLost: !(error instanceof PageImageError) })
  }
})
port.postMessage({ kind: 'ready' } satisfies FromPageThread)
