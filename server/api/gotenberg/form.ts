/** A form with files, as it was sent. */
export interface SentForm {
  /** Values by the names of their fields, those of one field in their order. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly files: readonly SentFile[]
}

export interface SentFile {
  /** The field that it came in. */
  readonly field: string
  /** The last segment of its name. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Parts of one form. */
const MAX_PARTS = 1_000

/**
 * Reads a body of `multipart/form-data` (RFC 7578).
 *
 * @returns undefined for a body that is none, or has more parts than a form has
 */
export async function readForm(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<SentForm | undefined> {
  const fields = new Map<string, string[]>()
  const files: SentFile[] = []
  let parts = 0
  for (const [field, value] of (await parse(body, contentType)) ?? []) {
    if (++parts > MAX_PARTS) return undefined
    if (typeof value === 'string') {
      const values = fields.get(field)
      if (values) values.push(value)
      else fields.set(field, [value])
    } else {
      const name = value.name.replace(/^.*[\\/]/s, '')
      files.push({ field, name, bytes: new Uint8Array(await value.arrayBuffer()) })
    }
  }
  return parts === 0 ? undefined : { fields, files }
}

async function parse(body: Uint8Array<ArrayBuffer>, contentType: string) {
  try {
    return await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}
