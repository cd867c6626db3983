import type { Diagnostic } from '../../../engine/base/diagnostics.js'
import {
  type CompiledTemplate,
  compileTemplate,
  formatDiagnostic,
  renderDocument,
  renderDocumentStream,
  renderDocumentsStream,
} from '../../../engine/index.js'
import { decodeHtml } from '../../render/doors/decode-html.js'
import { CommandError } from '../command.js'
import { writeNote } from '../output.js'
import { fonts } from '../render-command.js'
import { writePdf } from '../write-pdf.js'
import { type DocumentInput, type FileContext, type MadeDocument, makeDocument, readInput } from './documents.js'
import { paperNotices } from './paper.js'
import type { Job } from './parse-words.js'
import { has, lastNumber, lastOf } from './read-options.js'

/** Makes the PDF of a job and tells about it. @throws CommandError, FileError, TemplateError, LimitError */
export async function runJob(job: Job): Promise<void> {
  const inputs: DocumentInput[] = []
  for (const object of job.objects) {
    if (object.kind === 'toc') throw new CommandError('toc is not taken: write the list with target-counter()')
    inputs.push(readInput(object, object.input === '-' ? await standardInput(object.options) : undefined))
  }
  const fileTitle = inputs[0]?.title ?? ''
  const now = new Date()
  const context: FileContext = { job, fileTitle, now, numbers: undefined }
  const first = inputs.map((input) => makeDocument(input, context))
  const made = numbersOf(inputs, first).map((numbers, index) => {
    const input = inputs[index]
    return numbers && input ? makeDocument(input, { ...context, numbers }) : (first[index] as MadeDocument)
  })
  const templates = made.map(({ source }) => compileTemplate(source, { fonts }))
  const diagnostics = await write(templates, job, fileTitle)
  const lost = diagnostics.filter(({ severity }) => severity === 'error')
  const isLoud = !has(job.file, 'quiet') && lastOf(job.file, 'log-level') !== 'none'
  if (isLoud) {
    const notices = [...job.notices, ...paperNotices(job.file), ...made.flatMap(({ notices }) => notices)]
    for (const notice of new Set([...notices, ...lost.map(formatDiagnostic)])) await writeNote(notice)
  }
  const missing = lost.find(({ code }) => code === 'missing-asset')
  const aborts = job.objects.some(({ options }) => lastOf(options, 'load-media-error-handling') === 'abort')
  if (missing && aborts) throw new CommandError(`--load-media-error-handling abort: ${missing.message}`)
}

async function standardInput(options: Job['file']): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const encoding = lastOf(options, 'encoding')
  const text = decodeHtml(Buffer.concat(chunks), encoding)
  if (text === undefined) throw new CommandError(`--encoding: there is no encoding "${encoding}"`)
  return text
}

/** The numbers of pages, which have to be known where something is added to them. */
function numbersOf(inputs: readonly DocumentInput[], made: readonly MadeDocument[]): readonly FileContext['numbers'][] {
  if (inputs.every(({ object }) => lastNumber(object.options, 'page-offset', 0) === 0))
    return inputs.map(() => undefined)
  const counts = made.map(({ source }) => renderDocument(compileTemplate(source, { fonts }), {}).pages)
  const pages = counts.reduce((sum, count) => sum + count, 0)
  return counts.map((_, index) => ({ before: counts.slice(0, index).reduce((sum, count) => sum + count, 0), pages }))
}

/** Writes one document, or several as one file. */
async function write(
  templates: readonly CompiledTemplate[],
  { output, file }: Job,
  fileTitle: string,
): Promise<readonly Diagnostic[]> {
  const [only, another] = templates
  if (only && !another) return (await writePdf(output, output, renderDocumentStream(only, {}))).diagnostics
  const documents = templates.map((template) => ({ template, data: {} }))
  const title = lastOf(file, 'title') ?? fileTitle
  const options = { metadata: { ...(title !== '' && { title }) } }
  const written = await writePdf(output, output, named(renderDocumentsStream(documents, options)))
  return written.documents.flatMap(({ diagnostics }) => diagnostics)
}

/** The PDF is called as the command says. */
function* named<S>(pieces: Generator<Uint8Array, S, void>): Generator<Uint8Array, S & { fileName: undefined }, void> {
  const summary = yield* pieces
  return { ...summary, fileName: undefined }
}
