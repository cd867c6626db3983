import { readFileSync } from 'node:fs'
import t from 'tap'
import { InvoiceNode } from '../../../engine/invoice/invoice-node.js'
import { readXml, type XmlElement } from '../../../engine/invoice/read-xml.js'
import type { Syntax } from '../../../engine/invoice/syntax/binding.js'
import { CII } from '../../../engine/invoice/syntax/cii.js'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from '../../../engine/invoice/syntax/ubl.js'
import { writeInvoice } from '../../../engine/invoice/syntax/write-invoice.js'
import { GROUPS, type GroupName, HEADER_TERMS, LINE_GROUPS, type Term } from '../../../engine/invoice/terms.js'

/** Where CEN/TS 16931-3 has each term, one a line: in CII, and in the invoice of UBL. `[x]` tells elements of one name apart. */
const TABLE = readFileSync(new URL('../../../../test/engine/invoice/term-places.txt', import.meta.url), 'utf8')

const TERMS = [HEADER_TERMS, ...Object.values(GROUPS)].flatMap((terms) => Object.keys(terms) as Term[])

/** A text that no other term has, without signs that a writer may take away. */
const mark = (term: string) => term.replace('-', '').replaceAll('-', 'x')

/** An invoice with every group once, and every term. */
function markedInvoice(): InvoiceNode {
  const invoice = new InvoiceNode(undefined)
  const fill = (node: InvoiceNode, terms: readonly string[]) => {
    for (const term of terms) node.set(term as Term, { text: mark(term), span: undefined })
  }
  fill(invoice, Object.keys(HEADER_TERMS))
  const isOfLine = (name: string) => LINE_GROUPS.some((group) => group === name)
  const groups = Object.keys(GROUPS) as GroupName[]
  for (const name of groups.filter((group) => !isOfLine(group)))
    fill(invoice.append(name, undefined), Object.keys(GROUPS[name]))
  for (const line of invoice.all('BG-25'))
    for (const name of LINE_GROUPS) fill(line.append(name, undefined), Object.keys(GROUPS[name]))
  return invoice
}

/** What tells an element from others of its name: the code of a document, whether it is a charge, which tax it is about. */
function kindOf({ name, children, attributes }: XmlElement): string {
  const textAt = (child: string) => {
    const found = children.find((candidate) => candidate.name === child)
    return found && `[${(found.children[0] ?? found).text}]`
  }
  const scheme = attributes.get('schemeID')
  if (scheme === 'VA' || scheme === 'FC') return `[${scheme}]`
  const type = name.endsWith('ReferencedDocument') ? textAt('TypeCode') : undefined
  return type ?? textAt('ChargeIndicator') ?? textAt('DocumentTypeCode') ?? textAt('TaxScheme') ?? ''
}

/** The paths of all texts and attributes, by what they are. */
function placesIn(root: XmlElement): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  const walk = (element: XmlElement, path: string) => {
    const found: (readonly [place: string, text: string])[] = [...element.attributes].map(([name, value]) => [
      `${path}/@${name}`,
      value,
    ])
    if (element.children.length === 0) found.push([path, element.text])
    for (const [place, value] of found)
      for (const part of value.split('#')) places.set(part, [...(places.get(part) ?? []), place])
    for (const child of element.children) walk(child, `${path}${path && '/'}${child.name}${kindOf(child)}`)
  }
  walk(root, '')
  return places
}

function written(syntax: Syntax): ReadonlyMap<string, readonly string[]> {
  return placesIn(readXml(Buffer.from(writeInvoice(markedInvoice(), syntax)), 'invoice.xml'))
}

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/ +/))

t.test('every term has a row of its own', async (t) => {
  t.same(rows.map(([term]) => term).sort(), [...TERMS].sort())
})

t.test('every term stands where the syntaxes of EN 16931 have it', async (t) => {
  const [cii, ubl] = [written(CII), written(UBL_INVOICE)]
  for (const [term = '', inCii, inUbl] of rows) {
    t.equal(shown(cii.get(mark(term))), inCii, `${term} in CII`)
    t.equal(shown(ubl.get(mark(term))), inUbl, `${term} in UBL`)
  }
})

t.test('a credit note of UBL has all terms that an invoice has', async (t) => {
  const [invoice, note] = [written(UBL_INVOICE), written(UBL_CREDIT_NOTE)]
  for (const term of TERMS) t.equal(note.has(mark(term)), invoice.has(mark(term)), term)
})

/** All places in one word; a currency stands at each amount. */
function shown(places: readonly string[] | undefined): string {
  const unique = [...new Set(places ?? [])].filter((place) => !place.endsWith('@currencyID'))
  return unique.length === 0 ? '-' : unique.join(',')
}
