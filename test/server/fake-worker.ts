import { existsSync, writeFileSync } from 'node:fs'
import { LimitError, MergeError, TemplateError } from '../../engine/base/errors.js'
import type { JsonObject } from '../../engine/base/json.js'
import { invoiceXml } from '../../engine/invoice-xml.js'
import { serveTasks } from '../../server/render/serve-tasks.js'

/** Memory that documents leave behind. */
const hoard: Buffer[] = []

/** A document of one page. */
const NOTHING_LOST = { pages: 1, fileName: undefined, diagnostics: [], omittedDiagnostics: 0 }

/** Templates compiled so far, after the one that warms up; workers keep them. */
let compiled = -1

/**
 * A render worker without the engine. The template's HTML says what happens; the "PDF" is a JSON text about the
 * call, so that tests can see what reached the engine.
 */
serveTasks({
  merge(documents, options) {
    const made = documents.map((document, index) => {
      if ('pdf' in document) {
        const pdf = Buffer.from(JSON.stringify({ ...document, pdf: Buffer.from(document.pdf).toString() }))
        return { pdf, ...NOTHING_LOST }
      }
      const { template, data } = document
      try {
        return template.render(data as JsonObject, options)
      } catch (error) {
        throw error instanceof TemplateError || error instanceof LimitError ? new MergeError(index, error) : error
      }
    })
    const reports = made.map(({ pdf }) => JSON.parse(Buffer.from(pdf).toString()))
    return { content: Buffer.from(JSON.stringify(reports)), pages: made.length, documents: made }
  },

  compile(source) {
    compiled++
    if (source.html === 'uncompilable') {
      throw new TemplateError('unclosed-block', 'the block is not closed', {
        file: 'template.html',
        line: 12,
        column: 5,
        start: 0,
        end: 1,
      })
    }
    return {
      problems: 'report',
      writeInvoice: (mapping, data, options) => ({ ...invoiceXml(mapping, data, options), fileName: undefined }),
      render(data, options) {
        switch (source.html) {
          case 'endless':
            for (;;);
          case 'forever':
            // The same for whoever waits for it, without the work.
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
            break
          case 'crash':
            process.exit(3)
            break
          case 'kill':
            process.kill(process.pid, 'SIGKILL')
            for (;;);
          case 'kill once':
            // The file that the data names tells that it was here.
            if (existsSync(String(data.file))) break
            writeFileSync(String(data.file), '')
            process.kill(process.pid, 'SIGKILL')
            for (;;);
          case 'abort': {
            // Each needs half a gigabyte in one piece: no limit of a thread keeps that from ending the process.
            const kept: (readonly string[])[] = []
            for (;;) kept.push('x'.repeat(2 ** 26).split(''))
          }
          case 'buffers': {
            const kept: Buffer[] = []
            for (;;) kept.push(Buffer.alloc(2 ** 24, 1))
          }
          case 'hoard':
            hoard.push(Buffer.alloc(300 * 2 ** 20, 1))
            break
          case 'stray':
            void Promise.reject(new Error('nobody handles this'))
            break
          case 'bug':
            throw new Error('a bug with a secret')
          case 'limit':
            throw new LimitError('too-many-pages', 'the document has more than 20000 pages')
          case 'gate':
            // Until the test opens it by making the file that the data names. That it is reached, another file says.
            writeFileSync(`${data.gate}.reached`, String(process.pid))
            while (!existsSync(String(data.gate))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
            break
          case 'slow':
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
            break
          case 'huge':
            return { ...NOTHING_LOST, pdf: new Uint8Array(52_428_801) }
          case 'large': {
            const pdf = new Uint8Array(52_428_800)
            for (let index = 0; index < pdf.length; index++) pdf[index] = index % 251
            return { ...NOTHING_LOST, pdf }
          }
          case 'memory': {
            const kept: number[][] = []
            for (;;) kept.push(new Array<number>(10_000).fill(kept.length))
          }
        }
        const assets = [...(source.assets?.keys() ?? [])]
        const { html, pageSize, orientation } = source
        const { watermark } = options
        const { pid, env } = process
        const report = { html, pageSize, orientation, assets, data, watermark, compiled, pid, env: Object.keys(env) }
        return { ...NOTHING_LOST, pdf: Buffer.from(JSON.stringify(report)) }
      },
    }
  },
})
