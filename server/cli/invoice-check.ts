import { checkInvoice, type InvoiceProblem, type InvoiceReport } from '../../engine/index.js'
import { readBytes } from '../templates/template-files.js'
import { type Command, parseArguments } from './command.js'
import { writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen invoice check FILE.pdf|FILE.xml [--json]

Says what an electronic invoice claims to be, and what is wrong with it: by the schema of its level, and by the rules of
EN 16931, Factur-X, XRechnung and Peppol BIS Billing 3. A PDF is looked through for the data that it carries. Exit status
1 when there are errors.

  --json  print {valid, format, level, file, problems: [{severity, rule, term, message, line, column}], unchecked}

Example: platen invoice check invoice.pdf`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean', default: false } }, ['FILE.pdf'])
    const [path = ''] = positionals
    const report = checkInvoice(readBytes(path))
    if (values.json) await writeJson(report)
    else await writeOut(textOf(path, report))
    return report.valid ? 0 : 1
  },
}

function textOf(path: string, { valid, format, level, file, problems, unchecked }: InvoiceReport): string {
  const kind = format === undefined ? 'no invoice' : `${level ?? 'an unknown level'}, ${format.toUpperCase()}`
  const within = file === undefined ? '' : `, in ${file}`
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const verdict = valid ? 'no errors' : `${errors} ${errors === 1 ? 'error' : 'errors'}`
  const lines = problems.map((problem) => `${placeOf(problem)}${problem.severity}: ${problem.message}`)
  const rest = unchecked.map((sentence) => `  ${sentence}`)
  return `${[`${path}: ${kind}${within}: ${verdict}`, ...lines, 'Not checked:', ...rest].join('\n')}\n`
}

function placeOf({ line, column }: InvoiceProblem): string {
  return line === undefined ? '' : `${line}:${column}: `
}
