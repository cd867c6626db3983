import { _, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'
import type { JsonValue } from '../../engine/base/json.js'
import type { ValueNumbers } from './value-numbers.js'

/** How values are compared during one check. */
export interface Comparison {
  /** Numbers for the values of the schema: for all of them, before there are any for data. */
  readonly ofSchema: ValueNumbers
  /** Numbers for those of the data that is checked at present. */
  ofData(): ValueNumbers
  spend(steps: number): void
}

const ALLOWED: KeywordErrorDefinition = {
  message: 'must be equal to one of the allowed values',
  params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
}

const CONSTANT: KeywordErrorDefinition = {
  message: 'must be equal to constant',
  params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
}

/**
 * Gives a validator the keywords that compare values, in time proportional to what is compared: its own ones compare
 * each item with each other, and each value with each that is allowed.
 */
export function addValueKeywords(ajv: Ajv2020, comparison: Comparison): void {
  for (const keyword of ['enum', 'const', 'uniqueItems']) ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: ALLOWED,
    compile: (values: readonly JsonValue[]) => isAmong(values, comparison),
  })
  ajv.addKeyword({
    keyword: 'const',
    error: CONSTANT,
    compile: (value: JsonValue) => isAmong([value], comparison),
  })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (isAsked: boolean) => (items: readonly JsonValue[]) => !isAsked || areDifferent(items, comparison),
  })
}

function isAmong(values: readonly JsonValue[], { ofSchema, ofData }: Comparison): (value: JsonValue) => boolean {
  const simple = new Set(values.filter((value) => !isComposite(value)))
  const composite = new Set(values.filter(isComposite).map((value) => ofSchema.of(value)))
  return (value) => {
    if (!isComposite(value)) return simple.has(value)
    return composite.size > 0 && composite.has(ofData().of(value))
  }
}

function areDifferent(items: readonly JsonValue[], { ofData, spend }: Comparison): boolean {
  spend(items.length)
  if (!items.some(isComposite)) return new Set(items).size === items.length
  const numbers = ofData()
  return new Set(items.map((item) => numbers.of(item))).size === items.length
}

function isComposite(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null
}
