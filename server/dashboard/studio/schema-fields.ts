/** Steps into a schema: nobody describes data deeper than this in a table. */
const DEEPEST = 10

/** More rows than this are no table any more. */
const MOST_FIELDS = 500

export const FIELD_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** One field of the data, as a row of a table shows it. */
export interface SchemaField {
  /** The keys that lead from the whole schema to that of the field. */
  readonly pointer: readonly string[]
  /** As placeholders name it: `items[].price`. */
  readonly path: string
  /** Undefined for what a table does not show: several types, a reference, a constant. */
  readonly type: FieldType | undefined
  readonly isRequired: boolean
  readonly description: string
  /** The first example, or the default, as JSON; empty for none. */
  readonly example: string
}

export interface FieldChange {
  readonly type?: FieldType
  readonly isRequired?: boolean
  readonly description?: string
}

type Schema = Record<string, unknown>

/**
 * The fields that a JSON Schema describes, those of an object before what follows it. Undefined for a text that is no
 * schema of an object.
 */
export function readFields(text: string): readonly SchemaField[] | undefined {
  const schema = parse(text)
  if (!schema || (schema.type !== undefined && schema.type !== 'object')) return undefined
  const fields: SchemaField[] = []
  collect(schema, [], '', fields)
  return fields
}

function collect(schema: Schema, pointer: readonly string[], prefix: string, fields: SchemaField[]): void {
  const { properties, required } = schema
  if (!isObject(properties) || pointer.length > 2 * DEEPEST) return
  const names = Array.isArray(required) ? required : []
  for (const [name, value] of Object.entries(properties)) {
    if (!isObject(value) || fields.length >= MOST_FIELDS) continue
    const own = [...pointer, 'properties', name]
    const path = prefix === '' ? name : `${prefix}.${name}`
    fields.push(describe(value, { pointer: own, path, isRequired: names.includes(name) }))
    collect(value, own, path, fields)
    if (isObject(value.items)) collect(value.items, [...own, 'items'], `${path}[]`, fields)
  }
}

function describe(schema: Schema, place: Pick<SchemaField, 'pointer' | 'path' | 'isRequired'>): SchemaField {
  const { type, description, examples, default: standard } = schema
  const [example] = Array.isArray(examples) ? examples : [standard]
  return {
    ...place,
    type: FIELD_TYPES.find((each) => each === type),
    description: typeof description === 'string' ? description : '',
    example: example === undefined ? '' : JSON.stringify(example),
  }
}

/** The schema with a field changed; all that the table does not show stays. */
export function changeField(text: string, { pointer, path }: SchemaField, change: FieldChange): string {
  return edit(text, (root) => {
    const schema = at(root, pointer)
    const parent = at(root, pointer.slice(0, -2))
    const name = pointer.at(-1)
    if (!schema || !parent || name === undefined) throw new Error(`the schema has no ${path}`)
    const { type, isRequired, description } = change
    if (type !== undefined) {
      schema.type = type
      if (type === 'object') schema.properties ??= {}
      if (type === 'array') schema.items ??= { type: 'string' }
    }
    if (description !== undefined) {
      if (description === '') delete schema.description
      else schema.description = description
    }
    if (isRequired !== undefined) setRequired(parent, name, isRequired)
  })
}

/** The schema without a field. */
export function removeField(text: string, { pointer }: SchemaField): string {
  return edit(text, (root) => {
    const parent = at(root, pointer.slice(0, -2))
    const name = pointer.at(-1)
    if (!parent || name === undefined || !isObject(parent.properties)) return
    delete parent.properties[name]
    setRequired(parent, name, false)
  })
}

const PATH = /^[\p{L}\p{N}_$-]+(?:\[\])?(?:\.[\p{L}\p{N}_$-]+(?:\[\])?)*$/u

/**
 * The schema with one more field; the objects and lists around it are made where there are none. A field that is there
 * already stays as it is.
 *
 * @param path as placeholders name it: `items[].price`
 * @throws Error for what is no path
 */
export function addField(text: string, path: string, type: FieldType): string {
  if (!PATH.test(path)) throw new Error(`write a path such as customer.name or items[].price, not "${path}"`)
  return edit(text, (root) => {
    root.type ??= 'object'
    const steps = path.split('.')
    let schema = root
    for (const [index, step] of steps.entries()) {
      const isList = step.endsWith('[]')
      const name = isList ? step.slice(0, -2) : step
      const isLast = index === steps.length - 1
      if (!isObject(schema.properties)) schema.properties = {}
      const properties = schema.properties as Schema
      const own = isLast && !isList ? type : isList ? 'array' : 'object'
      if (!Object.hasOwn(properties, name) || !isObject(properties[name])) properties[name] = { type: own }
      let inner = properties[name] as Schema
      if (isList) {
        if (!isObject(inner.items)) inner.items = { type: isLast ? type : 'object' }
        inner = inner.items as Schema
      }
      schema = inner
    }
  })
}

function setRequired(parent: Schema, name: string, isRequired: boolean): void {
  const others = (Array.isArray(parent.required) ? parent.required : []).filter((each) => each !== name)
  const required = isRequired ? [...others, name] : others
  if (required.length > 0) parent.required = required
  else delete parent.required
}

function edit(text: string, change: (root: Schema) => void): string {
  const root = text.trim() === '' ? {} : parse(text)
  if (!root) throw new Error('the schema is not valid JSON')
  change(root)
  return `${JSON.stringify(root, undefined, 2)}\n`
}

function at(root: Schema, pointer: readonly string[]): Schema | undefined {
  let schema: unknown = root
  for (const key of pointer) schema = isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined
  return isObject(schema) ? schema : undefined
}

/** Undefined while the text is being written and is no object yet. */
function parse(text: string): Schema | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
