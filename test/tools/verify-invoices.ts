/**
 * Makes invoices by a generator in every form that a mapping can be written as, and holds them to the official rules: the
 * schematron of EN 16931, of Factur-X, of XRechnung and of Peppol BIS Billing. The invalid invoices of the tests are held
 * to them too, to count how many only we refuse. Prints the counts of each rule set; ends with 1 if an invoice is not
 * valid, and with 2 if not all of them were looked at.
 *
 *     node dist/test/tools/verify-invoices.js [FOLDER-OF-JARS [COUNT]]
 *
 * Without a folder Maven fetches the jars, and a hundred invoices are made: a step of `npm run verify`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiagnosticList } from '../../engine/base/diagnostics.js'
import { compileInvoiceMapping, DEFAULT_LIMITS } from '../../engine/index.js'
import { type InvoiceOutput, makeInvoiceXml, outputOf, outputOfLevel } from '../../engine/invoice/invoice-xml.js'
import { FULL_MAPPING, invoiceData } from '../engine/invoice/generated-invoices.js'
import { INVALID_INVOICES, invalidXml } from '../engine/invoice/invalid-invoices.js'
import { EXIT } from '../verify/step.js'
import { withJars } from './jars.js'
import { askOfficialRules, RULE_SETS, type RuledFile, type RuledResult } from './official-rules.js'

interface Form {
  readonly name: string
  readonly output: InvoiceOutput
  /** The rule sets of an invoice, and of a credit note. */
  readonly rules: (isCreditNote: boolean) => readonly string[]
}

const FORMS: readonly Form[] = [
  {
    name: 'cii',
    output: outputOf('cii', 'en16931'),
    rules: () => [RULE_SETS.ciiEn16931, RULE_SETS.facturX('en16931')],
  },
  {
    name: 'ubl',
    output: outputOf('ubl', 'en16931'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.ublCreditNote : RULE_SETS.ublEn16931],
  },
  { name: 'xrechnung-cii', output: outputOf('cii', 'xrechnung'), rules: () => [RULE_SETS.xrechnungCii] },
  {
    name: 'xrechnung-ubl',
    output: outputOf('ubl', 'xrechnung'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.xrechnungCreditNote : RULE_SETS.xrechnungUbl],
  },
  {
    name: 'peppol',
    output: outputOf('ubl', 'peppol'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.peppolCreditNote : RULE_SETS.peppolInvoice],
  },
  { name: 'basic', output: outputOfLevel('BASIC'), rules: () => [RULE_SETS.facturX('basic')] },
  { name: 'basic-wl', output: outputOfLevel('BASIC WL'), rules: () => [RULE_SETS.facturX('basicwl')] },
  { name: 'minimum', output: outputOfLevel('MINIMUM'), rules: () => [RULE_SETS.facturX('minimum')] },
]

/** Levels without the amount of rounding are not made of invoices that have one. */
const hasRounding = (output: InvoiceOutput) => output.level === 'EN 16931' || output.level === 'XRECHNUNG'

function writeInvoices(folder: string, count: number): readonly RuledFile[] {
  const mapping = compileInvoiceMapping(JSON.stringify(FULL_MAPPING))
  const files: RuledFile[] = []
  for (let index = 0; index < count; index++) {
    const data = invoiceData(index)
    for (const { name, output, rules } of FORMS) {
      if (data.bt114 !== undefined && !hasRounding(output)) continue
      const context = {
        data,
        diagnostics: new DiagnosticList(),
        limits: DEFAULT_LIMITS,
        timeZone: 'UTC',
        now: new Date(),
      }
      const file = join(folder, `${index}-${name}.xml`)
      writeFileSync(file, makeInvoiceXml(mapping, output, context))
      for (const set of rules(data.bt3 === 381)) files.push({ file, rules: set })
    }
  }
  return files
}

function writeInvalid(folder: string): readonly RuledFile[] {
  return INVALID_INVOICES.flatMap((invalid, index) => {
    const file = join(folder, `invalid-${index}.xml`)
    writeFileSync(file, invalidXml(invalid))
    return [RULE_SETS.ciiEn16931, RULE_SETS.facturX('en16931')].map((rules) => ({ file, rules }))
  })
}

function printCounts(results: readonly RuledResult[]): void {
  const sets = [...new Set(results.map(({ rules }) => rules))].sort()
  for (const set of sets) {
    const own = results.filter(({ rules }) => rules === set)
    process.stdout.write(`${set}: ${own.filter(({ valid }) => valid).length} of ${own.length} valid\n`)
  }
}

function main(jars: string, count: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'official-'))
  try {
    const files = writeInvoices(folder, count)
    const results = askOfficialRules(jars, folder, files)
    printCounts(results)
    for (const { file, rules, errors } of results.filter(({ valid }) => !valid))
      process.stdout.write(`${file} is not valid by ${rules}:\n${errors.map((error) => `  ${error}\n`).join('')}`)
    const invalid = askOfficialRules(jars, folder, writeInvalid(folder))
    const refused = new Set(invalid.filter(({ valid }) => !valid).map(({ file }) => file))
    process.stdout.write(
      `of ${INVALID_INVOICES.length} invalid invoices official rules refuse ${refused.size}; platen refuses all of them\n`,
    )
    if (results.some(({ valid }) => !valid)) return EXIT.fault
    return results.length === files.length ? EXIT.right : EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [, , jars, count = '100'] = process.argv
process.exitCode = withJars(jars, 'official_rules', (folder) => main(folder, Number(count)))
