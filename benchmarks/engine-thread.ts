/** Renders documents for as many ms as it is told, one after the other, and answers how many it makes a second. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { JsonObject } from '../engine/base/json.js'
import { createFontLibrary, renderDocument } from '../engine/index.js'
import { loadTemplate } from './load-template.js'

const { template, bodies }: { readonly template: string; readonly bodies: readonly string[] } = workerData
// The priority of the service's workers, so that other programs slow both alike.
if (process.platform === 'linux') setPriority(5)
const { compiled } = loadTemplate(template, createFontLibrary())
const data: readonly JsonObject[] = bodies.map((body) => JSON.parse(body))
let rendered = 0

parentPort?.on('message', (milliseconds: number) => {
  const start = performance.now()
  const before = rendered
  while (performance.now() - start < milliseconds) renderDocument(compiled, data[rendered++ % data.length] ?? {})
  parentPort?.postMessage(((rendered - before) * 1000) / (performance.now() - start))
})
parentPort?.postMessage('ready')
