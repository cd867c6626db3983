import { serveThread } from '../../../server/render/serve-thread.js'

/**
 * A thread whose tasks leave rejected promises behind, or use up processor time, in ms: in place of a document it gives
 * its process's id.
 */
serveThread<
  { readonly versionId: string; readonly processorMs?: number | undefined },
  object,
  'need-template',
  unknown
>({
  async run({ versionId, processorMs = 0 }, ask) {
    if (versionId === 'waits') await ask('need-template')
    for (const before = process.cpuUsage(); usedMs(before) < processorMs; );
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
    return {
      kind: 'rendered',
      content: Buffer.from(JSON.stringify({ pid: process.pid })),
      mediaType: 'application/pdf',
      pages: 1,
      renderTimeMs: 1,
    }
  },
})

function usedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
