import { gatherDiagnostics } from '../../engine/base/diagnostics.js'
import { createFontLibrary, formatWithSource } from '../../engine/index.js'
import { type Command, parseArguments, UsageError } from './command.js'
import { diagnosticJson } from './engine-input.js'
import { type CheckedTemplate, checkTemplate, expandFolders } from './find-problems.js'
import { writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen check TEMPLATE.html|DIR … [--data FILE] [--strict] [--json]

Lists the problems of templates, and with data also the problems of a document made from each. A DIR may be a template
folder or hold several. Exit status 1 if there are errors. engine/docs/diagnostics.md explains every code.

  --data FILE  JSON data, of one template; - reads standard input; for a DIR its sample.json is the default
  --standard NAME  also the faults of the documents under a standard: pdf/ua-1, pdf/a-2b, pdf/a-2u, pdf/a-2a,
               pdf/a-3b, pdf/a-3u, pdf/a-3a; may be repeated
  --partials DIR  partials that templates share, each a NAME.html, as of "platen partial pull"
  --time-zone NAME  the time zone of dates with a time; local: the machine's; default: the template's, else UTC
  --strict     exit status 1 for warnings too
  --json       print {ok, diagnostics: [{template, code, severity, message, hint, file, line, column, end_line,
               end_column}]}

Example: platen check templates/* --strict`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        data: { type: 'string' },
        standard: { type: 'string', multiple: true, default: [] },
        partials: { type: 'string' },
        'time-zone': { type: 'string' },
        strict: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
      ['TEMPLATE.html'],
      'many',
    )
    const paths = expandFolders(positionals)
    if (values.data !== undefined && paths.length > 1) throw new UsageError('--data is for one template only')
    const fonts = createFontLibrary()
    const checked: CheckedTemplate[] = []
    const options = { ...values, timeZone: values['time-zone'] }
    for (const path of paths) checked.push(await checkTemplate(path, options, fonts))
    const all = checked.flatMap(({ diagnostics }) => diagnostics)
    const ok = !all.some(({ severity }) => severity === 'error' || values.strict)
    if (values.json) {
      const diagnostics = checked.flatMap(({ path, source, diagnostics }) =>
        diagnostics.map((diagnostic) => ({ template: path, ...diagnosticJson(diagnostic, source) })),
      )
      await writeJson({ ok, diagnostics })
    } else await writeOut(checked.length === 1 ? textOf(checked) : `${textOf(checked)}${summary(checked)}\n`)
    return ok ? 0 : 1
  },
}

function textOf(checked: readonly CheckedTemplate[]): string {
  const lines = checked.flatMap(({ source, diagnostics }) =>
    gatherDiagnostics(diagnostics).map((diagnostic) => formatWithSource(diagnostic, source)),
  )
  if (lines.length === 0) return checked.length === 1 ? 'No problems\n' : ''
  return `${lines.join('\n')}\n`
}

/** `12 templates: 1 error, 3 warnings` */
function summary(checked: readonly CheckedTemplate[]): string {
  const all = checked.flatMap(({ diagnostics }) => diagnostics)
  const errors = all.filter(({ severity }) => severity === 'error').length
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  const found = all.length === 0 ? 'no problems' : `${count(errors, 'error')}, ${count(all.length - errors, 'warning')}`
  return `${checked.length} templates: ${found}`
}
