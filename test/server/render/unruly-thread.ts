import { serveThread } from '../../../server/render/serve-thread.js'

/** A thread whose tasks leave rejected promises behind: in place of a document it gives its process's id. */
serveThread<{ readonly versionId: string }, object, 'need-template', unknown>({
  async run({ versionId }, ask) {
    if (versionId === 'rejects while it waits') {
      void Promise.reject(new Error('nobody handles this'))
      await ask('need-template')
    }
    if (versionId === 'throws later') {
      setImmediate(() => {
        throw new Error('nobody catches this')
      })
      await new Promise(() => undefined)
    }
    return { kind: 'rendered', pdf: Buffer.from(JSON.stringify({ pid: process.pid })), pages: 1, renderTimeMs: 1 }
  },
})
