/** A type of a schema: of elements with others in them, or with a text. */
export interface SchemaType {
  /** The children in their order. */
  readonly children: readonly SchemaChild[]
  /** The type of XML Schema of the text, such as `decimal`; undefined for elements with others in them. */
  readonly base: string | undefined
  /** Whether each attribute must be there. */
  readonly attributes: ReadonlyMap<string, boolean>
  /** Any elements may be in it: it is for extensions, which no schema knows. */
  readonly isOpen?: boolean | undefined
}

export interface SchemaChild {
  readonly name: string
  readonly namespace: string
  readonly type: string
  readonly least: 0 | 1
  readonly isRepeatable: boolean
}

/** The elements that a syntax has, or a level of it. */
export interface Schema {
  /** `the level EN 16931`, as messages call it. */
  readonly name: string
  /** The type of the root. */
  readonly root: string
  readonly types: ReadonlyMap<string, SchemaType>
  /** Paths below the root at which there is no use for an element, though its type has it there. */
  readonly unused: ReadonlySet<string>
  /** What such an element is; and what an empty text is, which not all rules refuse. */
  readonly severities: { readonly unused: 'error' | 'warning'; readonly empty: 'error' | 'warning' }
}

/** How often a child stands, by the sign behind its name: `?`, `*`, `+` or none. */
export function timesOf(sign: string): Pick<SchemaChild, 'least' | 'isRepeatable'> {
  return { least: sign === '?' || sign === '*' ? 0 : 1, isRepeatable: sign === '*' || sign === '+' }
}

/** The type of a text by its words: `#token schemeID?`. */
export function textType([base = '', ...attributes]: readonly string[]): SchemaType {
  const read = attributes.map((word): [string, boolean] => [word.replace('?', ''), !word.endsWith('?')])
  return { children: [], base: base.slice(1), attributes: new Map(read) }
}

/** The base of a type's text, which other types may name. */
export function baseOf(schema: Schema, type: string): string | undefined {
  if (type.startsWith('#')) return type.slice(1)
  const base = schema.types.get(type)?.base
  return base?.includes(':') ? baseOf(schema, base) : base
}

/** Whether there is an element at a path below the root. */
export function hasElement(schema: Schema, path: readonly string[]): boolean {
  let type = schema.root
  if (schema.unused.has(path.join('/'))) return false
  for (const name of path) {
    const child = schema.types.get(type)?.children.find((candidate) => candidate.name === name)
    if (!child) return false
    type = child.type
  }
  return true
}
