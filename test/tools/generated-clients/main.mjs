// Makes an invoice at once and later: arguments are the address, the key and a file of data.
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { Configuration, DocumentsApi, RequestsApi, ResponseError } from './client/index.js'

const [basePath, accessToken, file] = process.argv.slice(2)
const data = JSON.parse(await readFile(file, 'utf8'))
const configuration = new Configuration({ basePath, accessToken })
const documents = new DocumentsApi(configuration)
const where = { orgSlug: 'demo', endpointPath: 'invoice', templateData: data }

async function expect(blob, magic) {
  const start = Buffer.from(await blob.arrayBuffer()).toString('latin1', 0, 8)
  if (!start.includes(magic)) throw new Error(`not ${magic}: ${start}`)
}

await expect(await documents.generate(where), '%PDF-')
await expect(await documents.generate({ ...where, format: 'png', width: 100 }), 'PNG')
const one = { template: 'invoice', data }
await expect(
  await documents.generateMerged({ orgSlug: 'demo', unstoredDocuments: { documents: [one, one] } }),
  '%PDF-',
)

const { requestId } = await documents.generateAsync(where)
const requests = new RequestsApi(configuration)
let request = await requests.getRequest({ orgSlug: 'demo', requestId })
while (request.status !== 'completed' && request.status !== 'failed') {
  await setTimeout(100)
  request = await requests.getRequest({ orgSlug: 'demo', requestId })
}
const { documentId } = request
await expect(await documents.getDocumentPdf({ orgSlug: 'demo', documentId }), '%PDF-')
await expect(await documents.getDocumentImage({ orgSlug: 'demo', documentId, width: 100 }), 'PNG')

const refusal = await documents.generate({ ...where, endpointPath: 'none' }).catch((error) => error)
if (!(refusal instanceof ResponseError)) throw new Error('there is no such template')
const { error } = await refusal.response.json()
if (error.code !== 'template_not_found') throw new Error(error.code)
