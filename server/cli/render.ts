import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gatherDiagnostics } from '../../engine/base/diagnostics.js'
import { LimitError, StandardError, TemplateError } from '../../engine/base/errors.js'
import type { JsonObject } from '../../engine/base/json.js'
import { archivesOf } from '../../engine/base/standards.js'
import { SETTING_NAMES } from '../../engine/base/template-settings.js'
import { compileTemplate, formatWithSource, type RenderSummary, renderDocumentStream } from '../../engine/index.js'
import { FileError, readBytes } from '../templates/template-files.js'
import { readAttachments } from './attachments.js'
import {
  type Command,
  CommandError,
  instant,
  type Options,
  parseArguments,
  UsageError,
  type Values,
} from './command.js'
import { readEncryption } from './encryption.js'
import { diagnosticJson, type EngineInput, readData, readSource, withSample } from './engine-input.js'
import { withPresentNames } from './former-options.js'
import { writeJson, writeNote, writeOut } from './output.js'
import { readPictures } from './page-pictures.js'
import {
  describeFaults,
  filesOf,
  fonts,
  type RenderCommand,
  type RenderedOnce,
  readProfile,
  type Written,
  write,
} from './render-command.js'
import { isSeveral, renderSeveral } from './render-several.js'
import { watchFiles } from './watch-files.js'

const OPTIONS = {
  data: { type: 'string', multiple: true, default: [] },
  out: { type: 'string' },
  'page-size': { type: 'string' },
  orientation: { type: 'string' },
  profile: { type: 'string' },
  assets: { type: 'string' },
  partials: { type: 'string' },
  date: { type: 'string' },
  'time-zone': { type: 'string' },
  attach: { type: 'string', multiple: true, default: [] },
  standard: { type: 'string', multiple: true, default: [] },
  forms: { type: 'boolean', default: false },
  'output-intent': { type: 'string' },
  'factur-x': { type: 'string' },
  'user-password': { type: 'string' },
  'owner-password': { type: 'string' },
  permissions: { type: 'string' },
  png: { type: 'string' },
  dpi: { type: 'string' },
  width: { type: 'string' },
  test: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  dump: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies Options

export const command: Command = {
  help: `Usage: platen render TEMPLATE.html|DIR|FILE.pdf… [options]

Renders a template to a PDF, without server and database. A DIR holds a template.html, and optionally template.json
(${SETTING_NAMES.join(', ')}),
sample.json (used as data when no other is given) and assets. Several templates, or one with several data, become one
PDF, in their order, and so do PDFs among them: --out is its name.

  --data FILE         JSON data; - reads standard input. May be repeated: one for each of several templates, or several
                      for one
  --out FILE          the PDF; - writes to standard output; default: the template's fileName, else its
                      file's name with .pdf
  --page-size SIZE    a3, a4 (default), a5, letter, legal, tabloid
  --orientation WORD  portrait (default), landscape
  --profile WORD       print (default), browser: borders, breaks and wide content as Chromium prints them
  --assets DIR        style sheets, images and fonts; default: the template's folder
  --partials DIR      partials that templates share, each a NAME.html, as of "platen partial pull"
  --attach FILE[,WORD]
                      add a file to the PDF; WORD says what it is to the document: alternative, data, source,
                      supplement or unspecified (default); may be repeated
  --factur-x FILE     make the PDF a Factur-X (ZUGFeRD) invoice with this XML, a CrossIndustryInvoice
  --standard NAME     what the file must conform to and claims: pdf/ua-1, pdf/a-2b, pdf/a-2u, pdf/a-2a, pdf/a-3b,
                      pdf/a-3u, pdf/a-3a; may be repeated. A document that does not conform is not written
  --output-intent FILE
                      the ICC profile of the press or display that the PDF is made for; with one of CMYK, device-cmyk()
                      keeps its amounts of ink everywhere, and PDF/A allows it
  --forms             make fields of <input>, <textarea> and <select>, to be filled in where the PDF is read
  --user-password file:PATH|env:NAME
                      encrypt the PDF (AES-256), to be opened with the password in a file or variable
  --owner-password file:PATH|env:NAME
                      encrypt the PDF, to be opened without restrictions with this password
  --permissions LIST  all that is allowed without the owner's password, of print, print-low, copy, modify, annotate,
                      fill-forms, assemble; default: everything
  --png FILE-%d.png   a picture of each page, %d being its number (%03d: with zeros); without --out no PDF is written
  --dpi N             pixels per inch of pictures; default: 150
  --width PX          the width of pictures in pixels, in place of --dpi
  --test              draw the TEST watermark
  --date TIME         what {{@now}} is, and the PDF's date of creation: 2026-01-31 or 2026-01-31T10:00:00Z. With it,
                      equal input gives equal bytes
  --time-zone NAME    the time zone of dates with a time, such as Europe/Berlin; local: the machine's; default:
                      the template's, else UTC
  --watch             render again whenever a file changes
  --dump STAGE        print what a stage makes of the document instead of rendering it, to look for a fault:
                      html, styles, boxes, fragments, paint, tags
  --strict            exit status 1 when the document has a problem of severity error, as where the template refuses
                      problems; the PDF is written all the same
  --json              print {out, pages, bytes, duration_ms, diagnostics: [{code, severity, message, hint, file, …}]}, and
                      with --png pictures: the names of the files; out is null when no PDF is written; of several
                      documents also documents: [{template, data, first_page, pages}]

Example: platen render invoice.html --data invoice.json --out invoice.pdf
         platen render letter.html terms.pdf --out all.pdf`,

  async run(args) {
    const { values, positionals } = parseArguments(await withPresentNames(args), OPTIONS, ['TEMPLATE.html'], 'many')
    refuseConflicts(values)
    const { data, out, assets, partials, orientation, profile, test, watch, dump, json } = values
    const options: RenderCommand = {
      templates: positionals,
      data,
      out,
      pageSize: values['page-size'],
      orientation,
      profile,
      assets,
      partials,
      date: instant(values.date, 'date'),
      timeZone: values['time-zone'],
      attach: values.attach,
      facturX: values['factur-x'],
      standard: values.standard,
      forms: values.forms,
      outputIntent: values['output-intent'],
      encryption: readEncryption({
        userPassword: values['user-password'],
        ownerPassword: values['owner-password'],
        permissions: values.permissions,
      }),
      pictures: readPictures(values),
      test,
      strict: values.strict,
      json,
    }
    if (dump !== undefined) {
      await printStage(options, dump)
      return 0
    }
    if (!watch) return (await renderAll(options)).isRefused ? 1 : 0
    await renderAndWatch(options)
    return 0
  },
}

/** @throws UsageError when options do not go together */
function refuseConflicts({ data, out, png, watch, dump, json }: Values<typeof OPTIONS>): void {
  if (json && out === '-') throw new UsageError('--json and --out - both write to standard output')
  if (json && watch) throw new UsageError('--json prints one value, --watch renders again and again')
  if (watch && data.includes('-')) throw new UsageError('--watch cannot read standard input again')
  if (dump !== undefined && (out !== undefined || png !== undefined || watch || json)) {
    throw new UsageError('--dump prints to standard output, and goes with none of --out, --png, --watch and --json')
  }
}

function renderAll(options: RenderCommand): Promise<RenderedOnce> {
  return isSeveral(options) ? renderSeveral(options) : renderOnce(options)
}

/** Renders, writes the PDF and tells about it. */
async function renderOnce(options: RenderCommand): Promise<RenderedOnce> {
  const [template = ''] = options.templates
  const input = readSource(template, options)
  const data = await readData(options.data[0], input.files)
  const started = performance.now()
  const { out, bytes, pages, diagnostics, pictures } = await render(input, data, options)
  const duration = Math.round(performance.now() - started)
  if (options.json) {
    await writeJson({
      out: out ?? null,
      pages,
      bytes,
      duration_ms: duration,
      ...(pictures ? { pictures } : {}),
      diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, input.source)),
    })
  } else {
    for (const diagnostic of gatherDiagnostics(diagnostics)) await writeNote(formatWithSource(diagnostic, input.source))
    const written = out ?? pictures?.[0]
    if (out !== '-')
      await writeOut(`${written}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes, ${duration} ms\n`)
  }
  const refuses = options.strict || input.source.problems === 'refuse'
  const isRefused = refuses && diagnostics.some(({ severity }) => severity === 'error')
  return { used: filesOf([input], options), isRefused }
}

async function render(
  { source, settings }: EngineInput,
  data: JsonObject,
  options: RenderCommand,
): Promise<Written<RenderSummary>> {
  const { test, date, attach, facturX: invoice, encryption: passwords, outputIntent: profile } = options
  const own = settings.options(data, passwords && 'without-passwords')
  const attachments = readAttachments(attach, date, own.attachments)
  const facturX = invoice === undefined ? own.facturX : { xml: readBytes(invoice) }
  const encryption = passwords ?? own.encryption
  const outputIntent = readProfile(profile)
  if (encryption && archivesOf([source.standard ?? []].flat()).length > 0)
    throw new UsageError('passwords do not go with PDF/A, which must be read without')
  if (facturX && encryption) throw new UsageError('passwords do not go with Factur-X: invoices are archived')
  try {
    const template = compileTemplate(withSample(source, data), { fonts })
    const rendered = { date, watermark: test ? 'TEST' : undefined, attachments, facturX, encryption, outputIntent }
    const rendering = renderDocumentStream(template, data, { ...rendered, problems: 'report' })
    return await write(rendering, encryption?.userPassword ?? encryption?.ownerPassword, options)
  } catch (error) {
    if (error instanceof StandardError) throw new CommandError(describeFaults(error, source))
    if (error instanceof LimitError) throw new CommandError(error.message)
    throw error
  }
}

/** Prints what a stage makes of the document. */
async function printStage(options: RenderCommand, stage: string): Promise<void> {
  if (isSeveral(options)) throw new UsageError('--dump looks at one document')
  const { DUMPED_STAGES, dumpDocument } = await import('../../engine/dump/dump-document.js')
  const known = DUMPED_STAGES.find((name) => name === stage)
  if (known === undefined) throw new UsageError(`--dump is ${DUMPED_STAGES.join(', ')}, not ${JSON.stringify(stage)}`)
  const [path = ''] = options.templates
  const input = readSource(path, options)
  const data = await readData(options.data[0], input.files)
  const template = compileTemplate(withSample(input.source, data), { fonts })
  await writeOut(dumpDocument(template, data, known, options.test ? { watermark: 'TEST' } : {}))
}

/** Renders now and after every change of a file that was used, until the process is told to stop. */
async function renderAndWatch(options: RenderCommand): Promise<void> {
  let used: ReadonlySet<string> = new Set(options.templates.map((file) => resolve(file)))
  for (;;) {
    const started = Date.now()
    try {
      used = (await renderAll(options)).used
    } catch (error) {
      // A half-written file is no reason to stop watching it.
      if (!(error instanceof TemplateError || error instanceof FileError || error instanceof CommandError)) throw error
      await writeNote(error.message)
    }
    await watchFiles(used, started)
  }
}
