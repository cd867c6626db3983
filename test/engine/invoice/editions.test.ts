import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { EDITIONS } from '../../../engine/invoice/editions.js'

const ROOT = new URL('../../../../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

const { en16931, facturX, xrechnung, peppol, ubl } = EDITIONS
const CLAIMED = [
  en16931.schematron,
  `Factur-X ${facturX.version}`,
  `XRechnung ${xrechnung.version}`,
  `Peppol ${peppol.version}`,
]

t.test('what is claimed names the editions that are checked by', async (t) => {
  for (const file of ['engine/docs/pdf-standards.md', 'engine/docs/invoices.md'])
    for (const edition of CLAIMED) t.ok(textOf(file).includes(edition), `${file} names ${edition}`)
  t.ok(textOf('engine/docs/invoices.md').includes(`ZUGFeRD ${facturX.zugferd}`))
})

t.test('an edition stands in one place of the code', async (t) => {
  const versions = [en16931.schematron, facturX.version, facturX.zugferd, xrechnung.version, peppol.version]
  const files = readdirSync(new URL('engine/invoice', ROOT), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'editions.ts')) {
    const text = textOf(`engine/invoice/${file}`)
    for (const version of versions) t.notOk(text.includes(version), `${file} does not name ${version}`)
    t.notOk(/urn:cen\.eu|UBL 2\.|D16B/.test(text), `${file} names no edition`)
  }
  t.equal(ubl.version, '2.1')
})
