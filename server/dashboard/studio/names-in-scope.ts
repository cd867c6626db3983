/** A path that placeholders can name at some place of a template, with an example of what is there. */
export interface NameInScope {
  readonly path: string
  readonly example: string
}

type Json = unknown

/** A block that is open at a place. */
interface OpenBlock {
  readonly name: string
  /** Of a loop what it runs over, and the name of its item. */
  readonly over?: string
  readonly alias?: string
}

/** A value whose fields can be named, or one value under a name. */
interface KnownScope {
  readonly alias: string | undefined
  readonly value: Json
  /** Its fields have no names of their own, as with `{{#let}}`. */
  readonly isNamedOnly: boolean
}

const DEEPEST = 6
const MOST_NAMES = 500

/** Items of a list that are looked at for the fields of all. */
const ITEMS = 20

/** Filters of a loop's list whose items are those of the list. */
const SAME_ITEMS = new Set(['sort', 'where', 'unique', 'slice', 'reverse'])

const TAG = /\{\{\s*([#/])\s*(\w+)([^{}]*)\}\}/g

/**
 * The names that a placeholder can have behind a text: the fields of the item in the innermost loop, then those around it,
 * as the engine looks them up.
 *
 * @param data JSON texts that the names are taken from; those that are none yet are left out
 * @param before the template up to the place
 */
export function namesInScope(data: readonly string[], before: string): readonly NameInScope[] {
  const blocks = openBlocks(before)
  const found = new Map<string, NameInScope>()
  for (const text of data) {
    const root = parse(text)
    if (root === undefined) continue
    for (const { alias, value, isNamedOnly } of scopesOf(root, blocks)) {
      if (alias !== undefined) add(found, alias, value, 0)
      if (!isNamedOnly) addFields(found, '', value, 0)
    }
  }
  return [...found.values()]
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function openBlocks(before: string): readonly OpenBlock[] {
  const open: OpenBlock[] = []
  for (const [, sign, name = '', rest = ''] of before.matchAll(TAG)) {
    if (sign === '#') open.push(readBlock(name, rest))
    else {
      const last = open.findLastIndex((block) => block.name === name)
      if (last >= 0) open.length = last
    }
  }
  return open
}

function readBlock(name: string, rest: string): OpenBlock {
  if (name === 'each') {
    const [, over = '', alias] = /^\s*(.*?)(?:\s+as\s+([\p{L}_$][\p{L}\p{N}_$]*))?\s*$/u.exec(rest) ?? []
    return { name, over, ...(alias !== undefined && { alias }) }
  }
  const [, alias, over] = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*=\s*(.*?)\s*$/u.exec(rest) ?? []
  return name === 'let' && alias !== undefined && over !== undefined ? { name, alias, over } : { name }
}

/** The scopes at a place, the innermost first. */
function scopesOf(root: Json, blocks: readonly OpenBlock[]): readonly KnownScope[] {
  const scopes: KnownScope[] = [{ alias: undefined, value: root, isNamedOnly: false }]
  for (const { name, over, alias } of blocks) {
    if (over === undefined) continue
    const value = valueAt(over, scopes)
    if (name === 'each') scopes.unshift({ alias, value: itemOf(value), isNamedOnly: false })
    else scopes.unshift({ alias, value, isNamedOnly: true })
  }
  return scopes
}

/** The value of a path with filters that keep items as they are; undefined for all else. */
function valueAt(expression: string, scopes: readonly KnownScope[]): Json {
  const [path = '', ...filters] = expression.split('|').map((part) => part.trim())
  if (filters.some((filter) => !SAME_ITEMS.has(filter.split(/\s/)[0] ?? ''))) return undefined
  const up = path.split('../').length - 1
  const names = path
    .slice(up * 3)
    .split('.')
    .filter((name) => name !== '')
  const loops = scopes.filter(({ isNamedOnly }) => !isNamedOnly)
  if (names[0] === '@root') return names.slice(1).reduce(field, loops.at(-1)?.value)
  const from = up === 0 ? scopes : loops.slice(up)
  if (names[0] === 'this') return names.slice(1).reduce(field, (up === 0 ? loops : from)[0]?.value)
  const [first = '', ...others] = names
  for (const { alias, value, isNamedOnly } of from) {
    const own = alias === first ? value : isNamedOnly ? undefined : field(value, first)
    if (own !== undefined) return others.reduce(field, own)
  }
  return undefined
}

function field(value: Json, name: string): Json {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, Json>>)[name]
}

/** An item with the fields of all; of an object that is looped over, those of its members. */
function itemOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return undefined
  const items = Object.values(value).slice(0, ITEMS)
  const objects = items.filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  return objects.length > 0 ? Object.assign({}, ...objects.reverse()) : items[0]
}

function addFields(found: Map<string, NameInScope>, path: string, value: Json, depth: number): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) add(found, path === '' ? name : `${path}.${name}`, member, depth)
  }
}

/** A name of an inner scope hides those of the same name around it. */
function add(found: Map<string, NameInScope>, path: string, value: Json, depth: number): void {
  if (found.size >= MOST_NAMES || found.has(path)) return
  found.set(path, { path, example: describe(value) })
  addFields(found, path, value, depth + 1)
}

function describe(value: Json): string {
  if (Array.isArray(value)) return `${value.length} items`
  if (typeof value === 'object' && value !== null) return '{…}'
  return String(value).slice(0, 30)
}
