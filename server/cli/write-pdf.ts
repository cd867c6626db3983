import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FileError } from '../templates/template-files.js'
import { writeOut } from './output.js'

/** The engine's output: pieces of the file, and at the end a report. */
export type PdfStream<S extends Named> = Generator<Uint8Array, S, void>

/** The report of a document that may have a name of its own. */
export interface Named {
  readonly fileName: string | undefined
}

type WrittenPdf<S> = Pumped<S> & {
  /** The file, or `-`. */
  readonly out: string
}

/**
 * Writes a PDF to a file, or to standard output for `-`, while it is being made. A file takes its name only when it
 * is complete: a rendering that fails leaves what stood there before. Where nobody has said how it is to be called, that
 * is the document's own name in the folder of `fallback`, or `fallback`.
 *
 * @throws FileError when the file cannot be written, and whatever the stream throws
 */
export async function writePdf<S extends Named>(
  wanted: string | undefined,
  fallback: string,
  stream: PdfStream<S>,
): Promise<WrittenPdf<S>> {
  if (wanted === '-') return { ...(await pump(stream, writeOut)), out: wanted }
  const out = wanted ?? fallback
  const target = await openTarget(out)
  let written: Pumped<S>
  try {
    written = await pump(stream, (bytes) => orFileError(out, () => target.file.writeFile(bytes)))
  } catch (error) {
    await target.file.close()
    if (target.temporary !== undefined) await rm(target.temporary, { force: true })
    throw error
  }
  const { fileName } = written
  const name = wanted === undefined && fileName !== undefined ? join(dirname(fallback), fileName) : out
  await orFileError(name, async () => {
    await target.file.close()
    if (target.temporary !== undefined) await rename(target.temporary, name)
  })
  return { ...written, out: target.temporary === undefined ? out : name }
}

/** Keeps what passes, for those who need the whole file when it is complete. */
export function collectPdf<S extends Named>(
  stream: PdfStream<S>,
): {
  readonly stream: PdfStream<S>
  /** Takes everything at once, where it is written nowhere. */
  drain(): Promise<Pumped<S> & { readonly out: undefined }>
  pdf(): Uint8Array
} {
  const pieces: Uint8Array[] = []
  const collecting = (function* (): PdfStream<S> {
    for (;;) {
      const next = stream.next()
      if (next.done) return next.value
      pieces.push(next.value)
      yield next.value
    }
  })()
  return {
    stream: collecting,
    drain: async () => ({ ...(await pump(collecting, async () => undefined)), out: undefined }),
    pdf: () => Buffer.concat(pieces),
  }
}

type Pumped<S> = S & { readonly bytes: number }

async function pump<S extends Named>(
  stream: PdfStream<S>,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<Pumped<S>> {
  let bytes = 0
  for (;;) {
    const next = stream.next()
    if (next.done) return { ...next.value, bytes }
    bytes += next.value.byteLength
    await write(next.value)
  }
}

interface Target {
  readonly file: FileHandle
  /** The name under which the file is written first; undefined for devices and pipes, which cannot be replaced. */
  readonly temporary: string | undefined
}

function openTarget(out: string): Promise<Target> {
  return orFileError(out, async () => {
    const existing = await stat(out).catch(() => undefined)
    if (existing && !existing.isFile()) return { file: await open(out, 'w'), temporary: undefined }
    const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
    return { file: await open(temporary, 'w'), temporary }
  })
}

async function orFileError<T>(out: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new FileError(`--out: ${out} cannot be written (${code ?? String(error)})`)
  }
}
