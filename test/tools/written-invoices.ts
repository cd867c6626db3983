import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiagnosticList } from '../../engine/base/diagnostics.js'
import type { JsonObject } from '../../engine/base/json.js'
import { compileInvoiceMapping, DEFAULT_LIMITS, type FacturXLevel } from '../../engine/index.js'
import { EDITIONS } from '../../engine/invoice/editions.js'
import { type InvoiceOutput, makeInvoiceXml, outputOf, outputOfLevel } from '../../engine/invoice/invoice-xml.js'
import { FULL_MAPPING, invoiceData } from '../engine/invoice/generated-invoices.js'
import { INVALID_INVOICES, invalidXml } from '../engine/invoice/invalid-invoices.js'
import { RULE_SETS } from './official-rules.js'

/** A form that a mapping can be written as, and whose rules it is held to. */
interface Form {
  readonly name: string
  readonly output: InvoiceOutput
  /** Of phive, for an invoice and for a credit note. */
  readonly rules: (isCreditNote: boolean) => readonly string[]
  /** What Mustang has for it; absent where it knows no more than EN 16931. */
  readonly mustang?: string | undefined
}

const { facturX, xrechnung } = EDITIONS

/** @param rules those of the older edition that phive has; none where that lacks elements */
function facturXForm(name: string, level: FacturXLevel, rules: readonly string[]): Form {
  return {
    name,
    output: outputOfLevel(level),
    rules: () => rules,
    mustang: `Factur-X ${facturX.version}, ${level}`,
  }
}

const FORMS: readonly Form[] = [
  facturXForm('cii', 'EN 16931', [RULE_SETS.ciiEn16931, RULE_SETS.facturX('en16931')]),
  {
    name: 'ubl',
    output: outputOf('ubl', 'en16931'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.ublCreditNote : RULE_SETS.ublEn16931],
    mustang: 'EN 16931, UBL',
  },
  {
    name: 'xrechnung-cii',
    output: outputOf('cii', 'xrechnung'),
    rules: () => [RULE_SETS.xrechnungCii],
    mustang: `XRechnung ${xrechnung.version}, CII`,
  },
  {
    name: 'xrechnung-ubl',
    output: outputOf('ubl', 'xrechnung'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.xrechnungCreditNote : RULE_SETS.xrechnungUbl],
    mustang: `XRechnung ${xrechnung.version}, UBL`,
  },
  {
    name: 'peppol',
    output: outputOf('ubl', 'peppol'),
    rules: (isCreditNote) => [isCreditNote ? RULE_SETS.peppolCreditNote : RULE_SETS.peppolInvoice],
  },
  facturXForm('extended', 'EXTENDED', []),
  facturXForm('basic', 'BASIC', [RULE_SETS.facturX('basic')]),
  facturXForm('basic-wl', 'BASIC WL', [RULE_SETS.facturX('basicwl')]),
  facturXForm('minimum', 'MINIMUM', [RULE_SETS.facturX('minimum')]),
]

/** Levels without the amount of rounding are not made of invoices that have one. */
const hasRounding = ({ level }: InvoiceOutput) => ['EN 16931', 'EXTENDED', 'XRECHNUNG'].includes(level)

/**
 * Mustang 2.25.0 breaks off with an error of its own where the breakdown has a rate that its lines do not have. That is so in
 * the category O, where XRechnung wants a rate in the one (BR-DE-14) and EN 16931 none in the others (BR-O-05).
 */
const breaksMustang = (form: Form, { bg25 }: JsonObject) =>
  form.name === 'xrechnung-cii' && (bg25 as readonly JsonObject[]).some(({ bt151 }) => bt151 === 'O')

export interface WrittenInvoice {
  readonly file: string
  /** The rule sets of phive that it is held to. */
  readonly rules: readonly string[]
  /** Those of Mustang; undefined where it is not asked. */
  readonly mustang: string | undefined
}

/** Writes so many invoices of the generator into a folder, each in every form. */
export function writeInvoices(folder: string, count: number): readonly WrittenInvoice[] {
  const mapping = compileInvoiceMapping(JSON.stringify(FULL_MAPPING))
  const written: WrittenInvoice[] = []
  for (const form of FORMS)
    for (let index = 0; index < count; index++) {
      const data = invoiceData(index)
      if (data.bt114 !== undefined && !hasRounding(form.output)) continue
      const context = {
        data,
        diagnostics: new DiagnosticList(),
        limits: DEFAULT_LIMITS,
        timeZone: 'UTC',
        now: new Date(),
      }
      const file = join(folder, `${index}-${form.name}.xml`)
      writeFileSync(file, makeInvoiceXml(mapping, form.output, context))
      written.push({
        file,
        rules: form.rules(data.bt3 === 381),
        mustang: breaksMustang(form, data) ? undefined : form.mustang,
      })
    }
  return written
}

/** Writes the invalid invoices of the tests, all of which platen refuses. */
export function writeInvalid(folder: string): readonly string[] {
  return INVALID_INVOICES.map((invalid, index) => {
    const file = join(folder, `invalid-${index}.xml`)
    writeFileSync(file, invalidXml(invalid))
    return file
  })
}
