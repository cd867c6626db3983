import { Writable } from 'node:stream'
import type { koaBody } from 'koa-body'
import type { AppContext } from '../../http/app-state.js'
import { type FormKind, Refusal } from '../route.js'
import { FormFields, type UploadedFile } from './form-fields.js'

/** Limits of a form without files; the texts of templates are longer and say so in their route. */
export const USUAL_FORM: FormKind = { maxBytes: 65_536 }

/** Fields of one form. */
const MAX_FIELDS = 1_000

/** Uploads that are held in memory at the same time. */
const UPLOADS_AT_ONCE = 4

/** Seconds after which an upload has usually ended. */
const RETRY_AFTER = 3

let uploads = 0

/** A form as it was sent. */
interface SentForm {
  readonly fields: FormFields
  readonly files: readonly UploadedFile[]
}

/** Refuses a form that is too large; has what stands before its files. */
export class TooLarge extends Refusal {
  constructor(
    { maxBytes, files }: FormKind,
    readonly fields = new FormFields(),
  ) {
    const size = maxBytes >= 1_048_576 ? `${maxBytes / 1_048_576} MB` : `${Math.round(maxBytes / 1_024)} kB`
    super(413, `At most ${size}${files ? ` in ${files.maxFiles} files` : ''} can be sent together.`)
  }
}

/** Reads a form into memory, as far as its limits go. @throws Refusal */
export async function readForm(ctx: AppContext, kind: FormKind = USUAL_FORM): Promise<SentForm> {
  const isUpload = kind.files !== undefined && ctx.is('multipart/form-data') !== false
  if (!isUpload && !ctx.is('application/x-www-form-urlencoded')) {
    throw new Refusal(400, 'This form was sent in a way that cannot be read.')
  }
  if (Number(ctx.get('Content-Length')) > kind.maxBytes) {
    throw new TooLarge(kind, isUpload ? await readFirstFields(ctx) : undefined)
  }
  if (ctx.get('Content-Encoding') !== '') throw new Refusal(400, 'Forms are not to be sent compressed.')
  if (!isUpload) return readFields(ctx, kind)
  if (uploads >= UPLOADS_AT_ONCE) {
    throw new Refusal(503, 'Several uploads are under way. Please try again shortly.', RETRY_AFTER)
  }
  uploads++
  try {
    return await readUpload(ctx, kind)
  } finally {
    uploads--
  }
}

/** Bytes of an upload in which its fields are looked for when it is too large to be read. */
const FIRST_BYTES = 16_384

/** The fields before the first file of an upload. What follows them is left in the connection. */
async function readFirstFields(ctx: AppContext): Promise<FormFields> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= FIRST_BYTES) break
  }
  const type = ctx.get('Content-Type')
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1] ?? ''
  const head = Buffer.concat(chunks).toString('latin1')
  const end = head.search(/\r\n[^\r\n]*\r\ncontent-disposition:[^\r\n]*\bfilename=/i)
  if (boundary === '' || end < 0) return new FormFields()
  const sent = Buffer.from(`${head.slice(0, end)}\r\n--${boundary}--\r\n`, 'latin1')
  try {
    const form = await new Response(sent, { headers: { 'Content-Type': type } }).formData()
    return FormFields.of([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new FormFields()
  }
}

async function readFields(ctx: AppContext, kind: FormKind): Promise<SentForm> {
  // What comes of the fields by other rules is of no use: of the text as it was sent, only the first is looked at.
  const queryString = { parameterLimit: 1 }
  await parse(ctx, kind, { multipart: false, formLimit: kind.maxBytes, includeUnparsed: true, queryString })
  // As browsers write forms; a name may come several times, and brackets in it mean nothing.
  return { fields: new FormFields(new URLSearchParams(ctx.request.rawBody ?? '')), files: [] }
}

async function readUpload(ctx: AppContext, kind: FormKind): Promise<SentForm> {
  const held = new Map<object, { field: string; name: string; chunks: Buffer[] }>()
  const maxFiles = kind.files?.maxFiles ?? 0
  await parse(ctx, kind, {
    multipart: true,
    urlencoded: false,
    formidable: {
      maxFields: MAX_FIELDS,
      maxFieldsSize: kind.maxBytes,
      maxFiles,
      maxFileSize: kind.maxBytes,
      maxTotalFileSize: kind.maxBytes,
      allowEmptyFiles: true,
      minFileSize: 0,
      onFileBegin: (field, file) => held.set(file, { field, name: file.originalFilename ?? '', chunks: [] }),
      // Nothing is written to the disk: what is uploaded goes into the store or nowhere.
      fileWriteStreamHandler: (file) =>
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            if (file) held.get(file)?.chunks.push(chunk)
            done()
          },
        }),
    },
  })
  const values = new URLSearchParams()
  const body: unknown = ctx.request.body ?? {}
  for (const [name, value] of Object.entries(body as Readonly<Record<string, string | readonly string[]>>)) {
    for (const each of typeof value === 'string' ? [value] : value) values.append(name, each)
  }
  const files = [...held.values()].map(({ field, name, chunks }) => ({ field, name, bytes: Buffer.concat(chunks) }))
  // A field for files that was left empty is sent as a file without name.
  return { fields: new FormFields(values), files: files.filter(({ name }) => name !== '') }
}

async function parse(ctx: AppContext, kind: FormKind, options: Parameters<typeof koaBody>[0]): Promise<void> {
  // It brings more modules than the rest of the service needs at its start.
  const { koaBody } = await import('koa-body')
  const read = koaBody({ json: false, text: false, patchNode: false, ...options })
  try {
    // It is typed for contexts without a state of their own, of which it uses nothing.
    await read(ctx as unknown as Parameters<typeof read>[0], async () => undefined)
  } catch (error) {
    throw toRefusal(error, kind)
  }
}

/** Turns an error of the parsers into the refusal of a form. */
function toRefusal(error: unknown, kind: FormKind): unknown {
  const { status, httpCode } = error as { readonly status?: number; readonly httpCode?: number }
  if (status === 413 || httpCode === 413) return new TooLarge(kind)
  if ((status ?? httpCode ?? 500) < 500) return new Refusal(400, 'This form was sent in a way that cannot be read.')
  return error
}
