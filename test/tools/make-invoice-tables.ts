/**
 * Makes the tables that invoices are checked by from what the authorities publish: the code lists of EN 16931, of
 * Factur-X and of Peppol, the elements of each level of Factur-X, and those of UBL. Run it when one of them has a new
 * version, which is named in `engine/invoice/editions.ts`, and read what changed.
 *
 *     node dist/test/tools/make-invoice-tables.js FOLDER-OF-JARS… && npx biome check --write engine/invoice/tables
 *
 * The jars are those of the Maven artifacts `com.helger.phive.rules:phive-rules-en16931` and `-peppol` with what they
 * need, and of `org.mustangproject:validator`, which has the newest Factur-X.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { EDITIONS } from '../../engine/invoice/editions.js'

const EN_PATH = `external/schematron/${EDITIONS.en16931.schematron}/`
const PEPPOL_PATH = `external/schematron/openpeppol/${EDITIONS.peppol.version}/xslt/`
/** Mustang has one edition, whatever the folder is called: its version stands in the schematron. */
const FACTUR_X_PATH = '/ZF_250/'

type Files = (name: string) => string

/** The texts of a jar's files whose paths have a part. */
function filesOf(folders: readonly string[], artifact: string, part: string): Files {
  const jars = folders.flatMap((folder) => readdirSync(folder).map((name) => ({ name, path: join(folder, name) })))
  const jar = jars.find(({ name }) => new RegExp(`^${artifact}-\\d`).test(name))?.path
  if (jar === undefined) throw new Error(`there is no jar of ${artifact}`)
  const files = unzipSync(readFileSync(jar), { filter: ({ name }) => name.includes(part) })
  return (name) => {
    const path = Object.keys(files).find((candidate) => candidate.endsWith(name))
    const bytes = path === undefined ? undefined : files[path]
    if (!bytes) throw new Error(`${jar} has no file ${name}`)
    return strFromU8(bytes)
  }
}

type Codes = ReadonlySet<string>

/** Each assertion of a style sheet: the tests of `xsl:when` up to the name of the rule. */
function assertionsOf(xslt: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [, test = '', rule = ''] of xslt.matchAll(/<xsl:when test="([^"]*)" ?\/>.*?name="id">([^<]*)</gs))
    found.set(rule, [...(found.get(rule) ?? []), test])
  return found
}

/** The codes that a rule of the schematron of EN 16931 lists, of one of its contexts behind a mark. */
function codesOf(xslt: string, rule: string, mark = ''): Codes {
  const all = assertionsOf(xslt)
    .get(rule)
    ?.find((text) => text.includes(mark))
  const test = all?.slice(all.indexOf(mark))
  const list = test && /contains\(\s*'\s*([^']*?)\s*'/.exec(test)?.[1]
  if (!list) throw new Error(`there are no codes of ${rule}`)
  return new Set(list.split(/\s+/))
}

/** A list that a rule of Peppol or a variable of it names. */
function peppolCodes(xslt: string, name: string): Codes {
  const list =
    new RegExp(`name="${name}" select="tokenize\\('([^']*)'`).exec(xslt)?.[1] ??
    /tokenize\('([^']*)'/.exec(assertionsOf(xslt).get(name)?.[0] ?? '')?.[1]
  if (!list) throw new Error(`Peppol has no list ${name}`)
  return new Set(list.trim().split(/\s+/))
}

/** The codes that Factur-X has at an element whose path ends so. */
function facturXCodes(xslt: string, codes: string, context: string): Codes {
  const at = xslt.indexOf(`${context}" />`)
  const number = /cl\[@id=(\d+)\]/.exec(at < 0 ? '' : xslt.slice(at))?.[1]
  const list = new RegExp(`<cl id="${number}">(.*?)</cl>`, 's').exec(codes)?.[1]
  if (!list) throw new Error(`Factur-X has no list for ${context}`)
  return new Set([...list.matchAll(/value="([^"]*)"/g)].map(([, value = '']) => value))
}

interface ListSource {
  readonly name: string
  readonly rule: string
  readonly what: string
  readonly en: Codes
  readonly facturX?: Codes
  readonly peppol?: Codes
}

/** The files of Factur-X, if they are those of the edition. */
function facturXFiles(jars: readonly string[]): Files {
  const files = filesOf(jars, 'validator', FACTUR_X_PATH)
  const { version } = EDITIONS.facturX
  const found = /Version: (\S+)/.exec(files('/FACTUR-X_EN16931.sch'))?.[1]
  if (found !== version) throw new Error(`the jar of Mustang has Factur-X ${found}, not ${version}`)
  return files
}

function listSources(jars: readonly string[]): readonly ListSource[] {
  const en = filesOf(jars, 'phive-rules-en16931', EN_PATH)
  const cii = en('EN16931-CII-validation.xslt')
  const ubl = en('EN16931-UBL-validation.xslt')
  const peppol = filesOf(jars, 'phive-rules-peppol', PEPPOL_PATH)
  const rules = peppol('/PEPPOL-EN16931-UBL.xslt')
  const core = peppol('/CEN-EN16931-UBL.xslt')
  const facturX = facturXFiles(jars)
  const sheet = facturX('/FACTUR-X_EN16931.xslt')
  const database = facturX('/FACTUR-X_EN16931_codedb.xml')
  const fx = (context: string) => facturXCodes(sheet, database, context)
  const settlement = 'ram:ApplicableHeaderTradeSettlement/'
  return [
    {
      name: 'INVOICE_TYPES',
      rule: 'BR-CL-01',
      what: 'a type of invoice of UNTDID 1001, such as 380 or 381',
      en: codesOf(cii, 'BR-CL-01'),
      facturX: fx('rsm:ExchangedDocument/ram:TypeCode'),
      peppol: new Set([...peppolCodes(rules, 'PEPPOL-EN16931-P0100'), ...peppolCodes(rules, 'PEPPOL-EN16931-P0101')]),
    },
    {
      name: 'CREDIT_NOTE_TYPES',
      rule: 'BR-CL-01',
      what: 'a type of credit note of UNTDID 1001, such as 381',
      en: codesOf(ubl, 'BR-CL-01', 'self::cbc:CreditNoteTypeCode'),
      peppol: peppolCodes(rules, 'PEPPOL-EN16931-P0101'),
    },
    {
      name: 'UBL_INVOICE_TYPES',
      rule: 'BR-CL-01',
      what: 'a type of invoice of UNTDID 1001, such as 380: credit notes (381) are no Invoice of UBL, but a CreditNote',
      en: codesOf(ubl, 'BR-CL-01', 'self::cbc:InvoiceTypeCode'),
      peppol: peppolCodes(rules, 'PEPPOL-EN16931-P0100'),
    },
    {
      name: 'CURRENCIES',
      rule: 'BR-CL-04',
      what: 'a currency of ISO 4217, such as EUR',
      en: codesOf(cii, 'BR-CL-04'),
      facturX: fx('ram:InvoiceCurrencyCode'),
      peppol: peppolCodes(rules, 'ISO4217'),
    },
    {
      name: 'REFERENCE_TYPES',
      rule: 'BR-CL-07',
      what: 'a type of reference of UNTDID 1153, such as AAA',
      en: codesOf(cii, 'BR-CL-07'),
    },
    {
      name: 'NOTE_SUBJECTS',
      rule: 'BR-CL-08',
      what: 'a subject of UNTDID 4451, such as AAI',
      en: codesOf(cii, 'BR-CL-08'),
      facturX: fx('ram:IncludedNote/ram:SubjectCode'),
    },
    {
      name: 'IDENTIFIER_SCHEMES',
      rule: 'BR-CL-10',
      what: 'a scheme of ISO/IEC 6523, such as 0088',
      en: codesOf(cii, 'BR-CL-10'),
      facturX: fx('ram:BuyerTradeParty/ram:GlobalID'),
    },
    {
      name: 'LEGAL_SCHEMES',
      rule: 'BR-CL-11',
      what: 'a scheme of ISO/IEC 6523, such as 0002',
      en: codesOf(cii, 'BR-CL-11'),
      facturX: fx('ram:BuyerTradeParty/ram:SpecifiedLegalOrganization/ram:ID'),
    },
    {
      name: 'ITEM_CLASSES',
      rule: 'BR-CL-13',
      what: 'a list of item classes of UNTDID 7143, such as STI',
      en: codesOf(cii, 'BR-CL-13'),
      facturX: fx('ram:DesignatedProductClassification/ram:ClassCode'),
    },
    {
      name: 'COUNTRIES',
      rule: 'BR-CL-14',
      what: 'a country of ISO 3166-1, such as DE',
      en: codesOf(cii, 'BR-CL-14'),
      facturX: fx('ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CountryID'),
      peppol: peppolCodes(rules, 'ISO3166'),
    },
    {
      name: 'PAYMENT_MEANS',
      rule: 'BR-CL-16',
      what: 'a means of payment of UNTDID 4461, such as 58',
      en: codesOf(cii, 'BR-CL-16'),
      facturX: fx(`${settlement}ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode`),
      peppol: codesOf(core, 'BR-CL-16'),
    },
    {
      name: 'ALLOWANCE_REASONS',
      rule: 'BR-CL-19',
      what: 'a reason of UNTDID 5189, such as 95',
      en: codesOf(cii, 'BR-CL-19'),
      peppol: peppolCodes(rules, 'UNCL5189'),
    },
    {
      name: 'CHARGE_REASONS',
      rule: 'BR-CL-20',
      what: 'a reason of UNTDID 7161, such as FC',
      en: codesOf(cii, 'BR-CL-20'),
      peppol: peppolCodes(rules, 'UNCL7161'),
    },
    {
      name: 'EXEMPTIONS',
      rule: 'BR-CL-22',
      what: 'a code of the list VATEX, such as VATEX-EU-AE',
      en: codesOf(cii, 'BR-CL-22'),
      facturX: fx(`${settlement}ram:ApplicableTradeTax/ram:ExemptionReasonCode`),
      peppol: codesOf(core, 'BR-CL-22'),
    },
    {
      name: 'UNITS',
      rule: 'BR-CL-23',
      what: 'a unit of UN/ECE Recommendation 20 or 21, such as HUR',
      en: codesOf(cii, 'BR-CL-23'),
      facturX: fx('ram:GrossPriceProductTradePrice/ram:BasisQuantity'),
      peppol: codesOf(core, 'BR-CL-23'),
    },
    {
      name: 'MEDIA_TYPES',
      rule: 'BR-CL-24',
      what: 'application/pdf, image/png, image/jpeg, text/csv or a table of Excel or OpenDocument',
      en: peppolCodes(rules, 'MIMECODE'),
    },
    {
      name: 'ADDRESS_SCHEMES',
      rule: 'BR-CL-25',
      what: 'a scheme of the code list EAS, such as 0204',
      en: codesOf(cii, 'BR-CL-25'),
      facturX: fx('ram:BuyerTradeParty/ram:URIUniversalCommunication/ram:URIID'),
      peppol: peppolCodes(rules, 'eaid'),
    },
  ]
}

const WIDTH = 110

/** A text in single quotes, broken into lines of so many characters. */
function written(text: string): string {
  const lines: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + WIDTH)
    if (end < text.length) end = text.lastIndexOf(' ', end) + 1
    lines.push(`'${text.slice(at, end)}'`)
    at = end
  }
  return lines.length > 0 ? lines.join(' +\n') : `''`
}

const without = (codes: Codes, others: Codes) => [...codes].filter((code) => !others.has(code)).join(' ')

function listText({ name, rule, what, en, facturX = en, peppol = en }: ListSource): string {
  const differences = [
    ['facturX', without(en, facturX), without(facturX, en)],
    ['peppol', without(en, peppol), without(peppol, en)],
  ] as const
  const targets = differences
    .filter(([, lacks, adds]) => lacks !== '' || adds !== '')
    .map(([target, lacks, adds]) => `${target}: { lacks: ${written(lacks)}, adds: ${written(adds)} }`)
  return `export const ${name} = codeList('${rule}', ${JSON.stringify(what).replaceAll('"', "'")},
${written([...en].join(' '))}, { ${targets.join(', ')} })`
}

const MADE = '// Made by test/tools/make-invoice-tables.ts: change that, not this.'

function codeListModule(jars: readonly string[]): string {
  return `import { codeList } from './code-list.js'

${MADE}

${listSources(jars).map(listText).join('\n\n')}
`
}

/** The levels, and how files with their schemas and their rules are called. */
const LEVELS = [
  ['MINIMUM', 'MINIMUM', 'MINIMUM'],
  ['BASIC WL', 'BASICWL', 'BASIC-WL'],
  ['BASIC', 'BASIC', 'BASIC'],
  ['EN 16931', 'EN16931', 'EN16931'],
  ['EXTENDED', 'EXTENDED', 'EXTENDED'],
] as const

const PARTS = ['QualifiedDataType', 'ReusableAggregateBusinessInformationEntity', 'UnqualifiedDataType']

/** The value of an attribute of a tag. */
const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/**
 * The types of a schema, one a line: `ram:NoteType=Content:udt:TextType SubjectCode?:udt:CodeType`, or for a text
 * `udt:IDType=#token schemeID?`.
 */
function typesOf(xsd: string): readonly string[] {
  const prefix = new RegExp(`xmlns:(\\w+)="${attributeOf(xsd, 'targetNamespace')}"`).exec(xsd)?.[1]
  const types: string[] = []
  // Types without a name are those of the element around them.
  const named = xsd.replace(
    /<xs:element name="(\w+)">\s*<xs:complexType>(.*?)<\/xs:complexType>\s*<\/xs:element>/gs,
    (_, name: string, content: string) => {
      types.push(typeText(`${prefix}:${name}`, content))
      return `<xs:element name="${name}" type="${prefix}:${name}"/>`
    },
  )
  for (const [, name = '', content = ''] of named.matchAll(/<xs:complexType name="(\w+)">(.*?)<\/xs:complexType>/gs))
    types.push(typeText(`${prefix}:${name}`, content))
  for (const [, name = ''] of named.matchAll(/<xs:complexType name="(\w+)"\s*\/>/g))
    types.push(typeText(`${prefix}:${name}`, ''))
  for (const [, name = '', base = ''] of named.matchAll(
    /<xs:simpleType name="(\w+)">\s*<xs:restriction base="xs:(\w+)"/g,
  ))
    types.push(`${prefix}:${name}=#${base}`)
  return types
}

function typeText(name: string, content: string): string {
  const base = /<xs:extension base="([^"]*)"/.exec(content)?.[1]
  if (base !== undefined) {
    const attributes = [...content.matchAll(/<xs:attribute [^>]*>/g)].map(
      ([tag]) => ` ${attributeOf(tag, 'name')}${attributeOf(tag, 'use') === 'required' ? '' : '?'}`,
    )
    return `${name}=#${base.replace('xs:', '')}${attributes.join('')}`
  }
  const children = [...content.matchAll(/<xs:element ([^>]*)>/g)].map(([tag]) => {
    const least = attributeOf(tag, 'minOccurs') ?? '1'
    const most = attributeOf(tag, 'maxOccurs') ?? '1'
    const times = most === '1' ? (least === '0' ? '?' : '') : least === '0' ? '*' : '+'
    return `${attributeOf(tag, 'name')}${times}:${(attributeOf(tag, 'type') ?? '').replace('xs:', '#')}`
  })
  return `${name}=${children.join(' ')}`
}

/** The paths without prefixes at which a level has no use for an element. */
function unusedOf(xslt: string): readonly string[] {
  const reports =
    /fired-rule context="([^"]*)" \/>\s*<!--REPORT -->\s*<xsl:if test="true\(\)">(?:(?!fired-rule).)*?Element '[^']*' is marked as not used/gs
  // What holds for allowances holds for charges too; what holds for one type of document does not for others.
  const paths = [...xslt.matchAll(reports)].map(([, path = '']) => path.replace(/\[ram:ChargeIndicator[^\]]*\]/g, ''))
  const plain = paths.filter((path) => !path.includes('['))
  const bare = plain.map((path) =>
    path
      .split('/')
      .slice(2)
      .map((name) => name.replace(/^\w+:/, ''))
      .join('/'),
  )
  return [...new Set(bare)]
}

function schemaModule(files: Files): string {
  const levels = LEVELS.map(([level, file]) => {
    const parts = PARTS.map((part) => files(`FACTUR-X_${file}_urn_un_unece_uncefact_data_standard_${part}_100.xsd`))
    const lines = [files(`/FACTUR-X_${file}.xsd`), ...parts].flatMap(typesOf)
    return `'${level}': \`\n${lines.join('\n')}\n\``
  })
  return `${MADE}

/** The elements that each level of Factur-X has, and the types of their texts: see \`schemaOf\`. */
export const CII_SCHEMAS = { ${levels.join(', ')} } as const
`
}

function unusedModule(files: Files): string {
  const unused = LEVELS.map(
    ([level, , file]) => `'${level}': \`\n${unusedOf(files(`/FACTUR-X_${file}.xslt`)).join('\n')}\n\``,
  )
  return `${MADE}

/** Elements that the schema of a level has at a path and the rules of the level do not allow there. */
export const UNUSED_ELEMENTS = { ${unused.join(', ')} } as const
`
}

/** A schema without what it says to people. */
const withoutNotes = (xsd: string) =>
  xsd.replace(/<!--.*?-->|<xsd?:annotation>.*?<\/xsd?:annotation>/gs, '').replaceAll('xs:', 'xsd:')

/** The contents of types by their names. */
const contentsOf = (xsd: string) =>
  new Map(
    [...xsd.matchAll(/<xsd:complexType name="(\w+)">(.*?)<\/xsd:complexType>/gs)].map(
      ([, name = '', content = '']) => [name, content] as const,
    ),
  )

/** The types of elements by the names of these. */
const elementsOf = (xsd: string) =>
  new Map(
    [...xsd.matchAll(/<xsd:element\s+name="(\w+)"\s+type="(\w+)"/g)].map(([, name = '', type = '']) => [name, type]),
  )

function ublModule(jars: readonly string[]): string {
  const ubl = filesOf(jars, 'ph-ubl21', '/ubl21/')
  const common = (name: string) => withoutNotes(ubl(`/common/UBL-${name}-${EDITIONS.ubl.version}.xsd`))
  const documents = ['Invoice', 'CreditNote'].map((name) =>
    withoutNotes(ubl(`/maindoc/UBL-${name}-${EDITIONS.ubl.version}.xsd`)),
  )
  const aggregates = common('CommonAggregateComponents')
  const contents = contentsOf([aggregates, ...documents].join(''))
  const parts = elementsOf(aggregates)
  const children = new Map<string, string>()
  const texts = new Set<string>()
  const others = new Map<string, string[]>()
  // What an invoice or a credit note can have in it, and what that can have.
  for (const types = ['InvoiceType', 'CreditNoteType'], seen = new Set(types); types.length > 0; ) {
    const type = types.pop() ?? ''
    const words: string[] = []
    for (const [tag, prefix, name = ''] of (contents.get(type) ?? '').matchAll(
      /<xsd:element\s+ref="(\w+):(\w+)"[^>]*>/g,
    )) {
      const least = attributeOf(tag, 'minOccurs') ?? '1'
      const most = attributeOf(tag, 'maxOccurs') ?? '1'
      const times = most === '1' ? (least === '0' ? '?' : '') : least === '0' ? '*' : '+'
      words.push(`${prefix === 'cbc' ? '-' : ''}${name}${times}`)
      if (prefix === 'cbc') texts.add(name)
      const inner = prefix === 'cac' ? parts.get(name) : undefined
      if (inner === undefined) continue
      if (inner !== `${name}Type`) others.set(inner, [...new Set([...(others.get(inner) ?? []), name])])
      if (!seen.has(inner)) types.push(inner)
      seen.add(inner)
    }
    children.set(type, words.join(' '))
  }
  const lines = (entries: Iterable<readonly [string, string]>) =>
    [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `${name}=${text}\n`)
  return `${MADE}

/** What types of elements have in them, in order: \`-Name\` is one with a text; behind it how often it stands. */
export const UBL_CHILDREN = \`\n${lines(children).join('')}\`

/** Elements with others in them whose type has another name than they. */
export const UBL_PARTS = \`\n${lines([...others].map(([type, names]) => [type, names.join(' ')] as const)).join('')}\`

/** The kinds of texts: the type of XML Schema, the attributes, and behind a colon the elements that have such a text. */
export const UBL_TEXTS = \`\n${lines(textKinds(jars, common, texts)).join('')}\`
`
}

function textKinds(
  jars: readonly string[],
  common: Files,
  names: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  const basics = common('CommonBasicComponents')
  const elements = elementsOf(basics)
  const contents = contentsOf(basics)
  const core = contentsOf(withoutNotes(filesOf(jars, 'ph-xsds-ccts-cct-schemamodule', 'schemas/')('.xsd')))
  const kinds = contentsOf(common('UnqualifiedDataTypes'))
  const byKind = new Map<string, string[]>()
  for (const name of names) {
    const kind = /base="\w+:(\w+)"/.exec(contents.get(elements.get(name) ?? '') ?? '')?.[1]
    if (kind === undefined) throw new Error(`${name} has no type`)
    byKind.set(kind, [...(byKind.get(kind) ?? []), name])
  }
  return [...byKind].map(([kind, all]) => [kind, `${textOf(kinds.get(kind) ?? '', core)} : ${all.sort().join(' ')}`])
}

/** The base and the attributes of a kind of text, which has those of its own base too. */
function textOf(content: string, core: ReadonlyMap<string, string>): string {
  const attributes = new Map<string, string>()
  let base = ''
  for (let own: string | undefined = content; own !== undefined; own = core.get(base)) {
    base = /base="(?:xsd|[\w-]+):(\w+)"/.exec(own)?.[1] ?? ''
    for (const [tag] of own.matchAll(/<xsd:attribute [^>]*>/g)) {
      const name = attributeOf(tag, 'name') ?? ''
      if (!attributes.has(name)) attributes.set(name, attributeOf(tag, 'use') === 'required' ? '' : '?')
    }
  }
  return `#${base}${[...attributes].map(([name, sign]) => ` ${name}${sign}`).join('')}`
}

function main(jars: readonly string[]): void {
  const facturX = facturXFiles(jars)
  writeFileSync('engine/invoice/tables/code-lists.ts', codeListModule(jars))
  writeFileSync('engine/invoice/tables/cii-schemas.ts', schemaModule(facturX))
  writeFileSync('engine/invoice/tables/cii-unused.ts', unusedModule(facturX))
  writeFileSync('engine/invoice/tables/ubl-schema.ts', ublModule(jars))
}

main(process.argv.slice(2))
