import { writeFileSync } from 'node:fs'
import { INVOICE_FORMATS, INVOICE_PROFILES } from '../../engine/base/invoice-forms.js'
import { formatDiagnostic, invoiceXml } from '../../engine/index.js'
import { mappingOf } from '../render/prepare-document.js'
import { type Command, parseArguments, UsageError } from './command.js'
import { readData, readSource } from './engine-input.js'
import { writeNote, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen invoice xml DIR [--data FILE] [--format cii|ubl] [--profile NAME] [-o FILE]

Writes the data of an invoice as XML, without its page, by the mapping factur-x.json of a template folder.

  --data FILE     JSON data; - reads standard input; default: the sample.json of the folder
  --format NAME   cii (UN/CEFACT, the default) or ubl (UBL 2.1, a credit note as CreditNote)
  --profile NAME  en16931, xrechnung, or peppol, which is ubl alone; default: that of the level in template.json
  --test          a test: its number and a note say that it must not be booked
  -o, --out FILE  default: standard output

Example: platen invoice xml templates/facturx --format ubl --profile xrechnung -o invoice.xml`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        data: { type: 'string' },
        format: { type: 'string', default: 'cii' },
        profile: { type: 'string' },
        test: { type: 'boolean', default: false },
        out: { type: 'string', short: 'o' },
      },
      ['DIR'],
    )
    const [folder = ''] = positionals
    const format = oneOf(values.format, INVOICE_FORMATS, 'format')
    const profile = values.profile === undefined ? undefined : oneOf(values.profile, INVOICE_PROFILES, 'profile')
    if (profile === 'peppol' && format !== 'ubl') throw new UsageError('--profile peppol needs --format ubl')
    const input = readSource(folder)
    const data = await readData(values.data, input.files)
    const facturX = input.settings.options(data).facturX
    const { mapping, level } = mappingOf(facturX, values.test)
    const options = { format, profile, level, isTest: values.test, timeZone: input.source.timeZone }
    const { xml, diagnostics } = invoiceXml(mapping, data, options)
    for (const diagnostic of diagnostics) await writeNote(formatDiagnostic(diagnostic))
    if (values.out === undefined) await writeOut(xml)
    else writeFileSync(values.out, xml)
    return 0
  },
}

function oneOf<T extends string>(value: string, known: readonly T[], option: string): T {
  const found = known.find((name) => name === value)
  if (found !== undefined) return found
  throw new UsageError(`--${option} is ${known.join(' or ')}, not ${JSON.stringify(value)}`)
}
