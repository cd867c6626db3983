import { didYouMean } from '../base/suggest.js'
import type { Expression, PathExpression } from './expression.js'
import { resolvePath, type Scope } from './scope.js'
import { isList, isObject, type Value } from './values.js'

/** Names of the moment of rendering in other languages. */
const CLOCK: ReadonlySet<string> = new Set(['now', 'today', '$now', 'date.now'])

/** So many fields are looked at, so that large objects with data as keys cost nothing. */
const MOST_FIELDS = 200

/** ` (did you mean "name"?)` when the data has a field like the one that an expression does not find, else nothing. */
export function didYouMeanField(expression: Expression, scope: Scope): string {
  const path = pathOf(expression)
  if (path === undefined) return ''
  if (path.source === 'else') return ', and no block of this element is open'
  if (path.special !== undefined || path.up > 0) return ''
  if (CLOCK.has(path.source.toLowerCase())) return ': write {{@now | date "long"}}'
  for (let count = 1; count <= path.names.length; count++) {
    const name = path.names[count - 1] ?? ''
    if (resolvePath({ ...path, names: path.names.slice(0, count) }, scope) !== undefined) continue
    const around = path.names.slice(0, count - 1)
    const known = around.length === 0 ? fieldsInScope(scope) : fieldsOf(resolvePath({ ...path, names: around }, scope))
    // A member of a program's object may be there and undefined.
    const fields = known.filter((field) => field !== name)
    return didYouMean(name, fields, around.map((part) => `${part}.`).join(''), Math.max(1, Math.floor(name.length / 3)))
  }
  return ''
}

/** The path whose value an expression prints or loops over. */
function pathOf(expression: Expression): PathExpression | undefined {
  if (expression.kind === 'filter') return pathOf(expression.input)
  return expression.kind === 'path' ? expression : undefined
}

function fieldsInScope(from: Scope): readonly string[] {
  const fields: string[] = []
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    if (scope.name !== undefined) fields.push(scope.name)
    if (scope.kind !== 'let') fields.push(...fieldsOf(scope.value))
  }
  return fields
}

function fieldsOf(value: Value): readonly string[] {
  return isObject(value) && !isList(value) ? Object.keys(value).slice(0, MOST_FIELDS) : []
}
