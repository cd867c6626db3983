import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { platen } from './platen.js'

const folder = mkdtempSync(join(tmpdir(), 'invoice-'))
cpSync(fileURLToPath(new URL('../../../templates/facturx', import.meta.url)), join(folder, 'bill'), { recursive: true })
t.teardown(() => rmSync(folder, { recursive: true }))

const run = (line: string) => platen(line.split(' '), { cwd: folder })

t.test('the sample invoice is written as CII and UBL, and its PDF and XML are valid', async (t) => {
  const cii = await run('invoice xml bill')
  t.equal(cii.status, 0, cii.err)
  t.match(cii.out, '<rsm:CrossIndustryInvoice')
  t.equal((await run('invoice xml bill --format ubl --profile xrechnung -o ubl.xml')).status, 0)
  t.match(readFileSync(join(folder, 'ubl.xml'), 'utf8'), 'xrechnung_3.0')
  t.equal((await run('render bill --out bill.pdf')).status, 0)
  const checked = await run('invoice check bill.pdf')
  t.equal(checked.status, 0, checked.out)
  t.match(checked.out, /^bill\.pdf: EN 16931, CII, in factur-x\.xml: no errors\nNot checked:\n/)
  const json = await run('invoice check ubl.xml --json')
  t.match(JSON.parse(json.out), { valid: true, format: 'ubl', level: 'XRECHNUNG', problems: [] })
})

t.test('what is wrong is said with its place, and ends with 1', async (t) => {
  const { out } = await run('invoice xml bill')
  writeFileSync(join(folder, 'wrong.xml'), out.replace(/unitCode="\w+"/, 'unitCode="PCE"'))
  const { status, out: report } = await run('invoice check wrong.xml')
  t.equal(status, 1)
  t.match(
    report,
    /^wrong\.xml: EN 16931, CII: 1 error\n\d+:\d+: error: BT-130 .* is "PCE", and must be a unit .*\(BR-CL-23\)\n/,
  )
})

t.test('a test invoice says so, and wrong options are named', async (t) => {
  t.match((await run('invoice xml bill --test')).out, '<ram:ID>TEST-')
  const peppol = await run('invoice xml bill --profile peppol')
  t.equal(peppol.status, 2)
  t.match(peppol.err, '--profile peppol needs --format ubl')
  t.match((await run('invoice xml bill --format pdf')).err, '--format is cii or ubl, not "pdf"')
})
