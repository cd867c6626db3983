/**
 * Renders Factur-X invoices - the sample templates that have a mapping, and an XML of each level - and has Mustang validate
 * them: the PDF by veraPDF, the XML by the schemas and rules of its level. Prints the counts; ends with 1 if an invoice is
 * not valid, and with 2 if Mustang did not validate all of them.
 *
 *     node dist/test/tools/validate-invoices.js [FOLDER-OF-JARS]
 *
 * Without a folder Maven fetches the jars: a step of `npm run verify`. They are those of the Maven artifact
 * `org.mustangproject:validator` with all that it needs; Java must be a JDK.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEMPLATES_FOLDER, templateNames } from '../../benchmarks/load-template.js'
import { compileTemplateFolder } from '../../engine/folder/compile-template-folder.js'
import { compileInvoiceMapping, compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { FACTUR_X_LEVELS } from '../../engine/invoice/levels.js'
import { invoiceXmlOf } from '../engine/invoice/invoice-xml.js'
import { EXIT } from '../verify/step.js'
import { withJars } from './jars.js'
import { askMustang } from './mustang.js'

const fonts = createFontLibrary()

/** Writes the invoices into a folder. */
function writeInvoices(folder: string): void {
  for (const name of templateNames()) {
    const path = join(TEMPLATES_FOLDER, name)
    const mapping = join(path, 'factur-x.json')
    if (!existsSync(mapping)) continue
    const { template, sample = {} } = compileTemplateFolder(path, { fonts })
    const facturX = { mapping: compileInvoiceMapping(readFileSync(mapping, 'utf8')) }
    writeFileSync(join(folder, `${name}.pdf`), renderDocument(template, sample, { facturX }).pdf)
  }
  const template = compileTemplate({ html: '<html lang="en"><title>Invoice</title><p>Invoice' }, { fonts })
  for (const level of FACTUR_X_LEVELS) {
    const facturX = { xml: invoiceXmlOf(level), level }
    writeFileSync(join(folder, `level-${level.replace(' ', '-')}.pdf`), renderDocument(template, {}, { facturX }).pdf)
  }
}

function main(jars: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'invoices-'))
  try {
    writeInvoices(folder)
    const files = readdirSync(folder).map((name) => join(folder, name))
    const results = askMustang(jars, folder, files)
    const invalid = results.filter(({ valid }) => !valid)
    const counts = `${results.length - invalid.length} valid, ${invalid.length} not`
    process.stdout.write(`${files.length} invoices of ${FACTUR_X_LEVELS.length} levels: ${counts}\n`)
    for (const { file, report } of invalid) process.stdout.write(`${file}:\n${report}\n`)
    if (invalid.length > 0) return EXIT.fault
    return results.length === files.length ? EXIT.right : EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = withJars(process.argv[2], 'mustang', main)
