import type { Diagnostic } from '../../engine/base/diagnostics.js'
import { LimitError, TemplateError } from '../../engine/base/errors.js'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../engine/index.js'
import { type Command, parseArguments } from './command.js'
import { diagnosticJson, readData, readSource, withSample } from './engine-input.js'
import { writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen check TEMPLATE.html|DIR [--data FILE] [--strict] [--json]

Lists the problems of a template, and with data those of a document made from it. Exit status 1 when there are errors.

  --data FILE  JSON data; - reads standard input; for a DIR its sample.json is the default
  --strict     exit status 1 for warnings too
  --json       print {ok, diagnostics: [{code, severity, message, file, line, column}]}

Example: platen check templates/invoice --strict`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        data: { type: 'string' },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
      ['TEMPLATE.html'],
    )
    const diagnostics = await findProblems(positionals[0] ?? '', values.data)
    const ok = !diagnostics.some(({ severity }) => severity === 'error' || values.strict)
    if (values.json) await writeJson({ ok, diagnostics: diagnostics.map(diagnosticJson) })
    else
      await writeOut(diagnostics.length === 0 ? 'No problems\n' : `${diagnostics.map(formatDiagnostic).join('\n')}\n`)
    return ok ? 0 : 1
  },
}

async function findProblems(template: string, dataOption: string | undefined): Promise<readonly Diagnostic[]> {
  const { source, files } = readSource(template, { pageSize: undefined, orientation: undefined, assets: undefined })
  const hasData = dataOption !== undefined || files.sample !== undefined
  const data = await readData(dataOption, files)
  try {
    const options = { fonts: createFontLibrary(), checkFonts: true }
    const compiled = compileTemplate(hasData ? withSample(source, data) : source, options)
    return hasData ? renderDocument(compiled, data).diagnostics : compiled.diagnostics
  } catch (error) {
    return [toDiagnostic(error)]
  }
}

/** The error that ended the check, as the one diagnostic there is. */
function toDiagnostic(error: unknown): Diagnostic {
  if (error instanceof TemplateError || error instanceof LimitError) {
    const { code, span, message } = error
    // The error's message has the place in front, which a diagnostic keeps apart.
    const text = span ? message.slice(message.indexOf(': ') + 2) : message
    return { code, severity: 'error', message: text, span }
  }
  throw error
}
