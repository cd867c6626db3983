import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { MergedTemplate } from '../storage/requests/merged-requests.js'
import type { PublishedTemplate } from '../storage/store.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import { decodeBase64 } from './base64.js'
import { type CheckableTemplate, checkData, findLossyMember, invalidData } from './check-body.js'
import { checkSpecialMembers } from './check-special-members.js'
import { isJsonObject } from './parse-json.js'
import type { BodyFault, CheckResult, InvalidData } from './render-types.js'
import { MAX_MERGED } from './request-schemas.js'
import { bodyToKeep, isSpecialMember } from './special-members.js'
import type { Violation } from './validate-data.js'
import { missingField, unknownField, withinPart, wrongType } from './violations.js'

const FIELD = 'documents'

/** The way to the templates that a body names. */
interface Templates {
  /** Undefined where there is none of that name. */
  find(endpointPath: string): Promise<PublishedTemplate | undefined>
  /** For its schema. */
  open(versionId: string): Promise<CheckableTemplate>
}

/** One of the documents of a body. */
export type GivenDocument = NamedDocument | GivenPdf

interface NamedDocument {
  readonly kind: 'template'
  readonly template: string
  readonly data: JsonObject
}

/** A PDF that comes with the request. */
interface GivenPdf {
  readonly kind: 'pdf'
  /** Base64, checked. */
  readonly pdf: string
  readonly title: string | undefined
  readonly alt: string | undefined
}

/** No schema says what members the body itself has. */
const FRAME: CheckableTemplate = { schema: { kind: 'absent' } }

/**
 * Checks a body with several documents that become one file,
 * `{"documents": [{"template": "…", "data": {…}}, {"pdf": "…"}, …]}`: its frame, then whether there are the templates, then
 * the members addressed to the service, then the data of each. The first fault decides.
 */
export async function checkMerged(
  body: Uint8Array,
  value: JsonObject,
  webhooks: AddressPolicy,
  templates: Templates,
): Promise<CheckResult> {
  const documents = readDocuments(value)
  if ('code' in documents) return invalidData([documents], value, FRAME)
  const found = new Map<string, MergedTemplate>()
  for (const [index, document] of documents.entries()) {
    if (document.kind === 'pdf' || found.has(document.template)) continue
    const endpointPath = document.template
    const template = await templates.find(endpointPath)
    if (!template) return { kind: 'unknown-template', field: `${FIELD}.${index}.template` }
    found.set(endpointPath, { endpointPath, ...template })
  }
  const { isTest, webhook, violation } = checkSpecialMembers(value, webhooks)
  if (violation) return invalidData([violation], value, FRAME)
  const fault = await checkAllData(body, documents, (path) => templates.open(found.get(path)?.versionId ?? ''))
  if (fault) return fault
  const merged = { count: documents.length, templates: [...found.values()] }
  const kept = webhook === undefined ? undefined : bodyToKeep(value)
  return { kind: 'valid', documents: [{ isTest, webhook, body: kept }], merged }
}

/** The documents of a body that was checked. */
export function documentsOf(value: JsonObject): readonly GivenDocument[] {
  const documents = readDocuments(value)
  return 'code' in documents ? [] : documents
}

function readDocuments(value: JsonObject): readonly GivenDocument[] | Violation {
  const surplus = Object.keys(value).find((name) => name !== FIELD && !isSpecialMember(name))
  if (!Object.hasOwn(value, FIELD)) return missingField(FIELD)
  const list = value[FIELD]
  if (!Array.isArray(list)) return wrongType(FIELD, 'array')
  if (list.length < 1 || list.length > MAX_MERGED)
    return { code: 'invalid_value', field: FIELD, message: `Field "${FIELD}" must hold 1 to ${MAX_MERGED} documents` }
  if (surplus !== undefined) return unknownField(surplus)
  const documents: GivenDocument[] = []
  for (const [index, item] of list.entries()) {
    const document = readDocument(item, `${FIELD}.${index}`)
    if ('code' in document) return document
    documents.push(document)
  }
  return documents
}

function readDocument(item: JsonValue | undefined, field: string): GivenDocument | Violation {
  if (item === undefined || !isJsonObject(item)) return wrongType(field, 'object')
  if (Object.hasOwn(item, 'pdf')) return readPdf(item, field)
  const surplus = Object.keys(item).find((name) => name !== 'template' && name !== 'data')
  if (surplus !== undefined) return unknownField(`${field}.${surplus}`)
  if (!Object.hasOwn(item, 'template')) return missingField(`${field}.template`)
  if (!Object.hasOwn(item, 'data')) return missingField(`${field}.data`)
  const { template, data } = item
  if (typeof template !== 'string') return wrongType(`${field}.template`, 'string')
  if (data === undefined || !isJsonObject(data)) return wrongType(`${field}.data`, 'object')
  return { kind: 'template', template, data }
}

function readPdf(item: JsonObject, field: string): GivenPdf | Violation {
  const surplus = Object.keys(item).find((name) => name !== 'pdf' && name !== 'title' && name !== 'alt')
  if (surplus !== undefined) return unknownField(`${field}.${surplus}`)
  const { pdf, title, alt } = item
  if (typeof pdf !== 'string') return wrongType(`${field}.pdf`, 'string')
  if (decodeBase64(pdf) === undefined)
    return { code: 'invalid_format', field: `${field}.pdf`, message: `Field "${field}.pdf" must be a PDF in base64` }
  if (title !== undefined && typeof title !== 'string') return wrongType(`${field}.title`, 'string')
  if (alt !== undefined && typeof alt !== 'string') return wrongType(`${field}.alt`, 'string')
  return { kind: 'pdf', pdf, title, alt }
}

async function checkAllData(
  body: Uint8Array,
  documents: readonly GivenDocument[],
  open: (endpointPath: string) => Promise<CheckableTemplate>,
): Promise<BodyFault | undefined> {
  const lossy = findLossyMember(body, ([name]) => isSpecialMember(name))
  for (const [index, document] of documents.entries()) {
    if (document.kind === 'pdf') continue
    const { template: endpointPath, data } = document
    const template = await open(endpointPath)
    if (lossy?.path[1] === String(index)) return invalidData([lossy.violation], data, template)
    const fault = checkData(data, template, data)
    if (fault?.kind === 'invalid-data') return inPart(`${FIELD}.${index}.data`, fault)
    if (fault?.kind === 'template-failed') return { ...fault, message: `${FIELD}.${index}: ${fault.message}` }
    if (fault) return fault
  }
  return undefined
}

function inPart(field: string, fault: InvalidData): InvalidData {
  const [first, ...others] = fault.violations
  return { ...fault, violations: [withinPart(field, first), ...others.map((other) => withinPart(field, other))] }
}
