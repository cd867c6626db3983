import type { JsonValue } from '../base/json.js'
import type { PathExpression, SpecialName } from './expression.js'
import { fieldOf, type Value } from './values.js'

/**
 * The meaning of names at one place: the item of a loop, a name bound by `{{#let}}`, or the data as a whole. A loop has
 * one scope whose item changes from turn to turn.
 */
export interface Scope {
  readonly kind: 'root' | 'item' | 'let'
  readonly parent: Scope | undefined
  /** The alias of the item, or the bound name. */
  readonly name: string | undefined
  value: Value
  /** Position of the item, from 0. */
  index: number
  /** Items of the loop. */
  readonly count: number
  /** The item's key when the loop runs over an object. */
  key: string | undefined
  /** Of the root: the moment that `@now` is, as an ISO 8601 text. */
  readonly now: string | undefined
}

export function rootScope(data: JsonValue, now: string): Scope {
  return { kind: 'root', parent: undefined, name: undefined, value: data, index: 0, count: 1, key: undefined, now }
}

export function itemScope(parent: Scope, alias: string | undefined, count: number): Scope {
  return { kind: 'item', parent, name: alias, value: undefined, index: 0, count, key: undefined, now: undefined }
}

export function letScope(parent: Scope, name: string, value: Value): Scope {
  return { kind: 'let', parent, name, value, index: 0, count: 0, key: undefined, now: undefined }
}

/** The value at a path, undefined when no field matches. */
export function resolvePath(path: PathExpression, scope: Scope): Value {
  let from: Scope | undefined = scope
  for (let up = path.up; up > 0 && from; up--) from = loopScope(from).parent
  if (!from) return undefined
  const { names } = path
  if (path.special !== undefined) return resolveSpecial(path.special, names, from, path.up)
  let value = resolveName(names[0] ?? '', from)
  for (let at = 1; at < names.length && value !== undefined; at++) value = fieldOf(value, names[at] ?? '')
  return value
}

/** A name in the innermost scope that has it. The first name decides: `a.b` never falls back to an outer `a`. */
function resolveName(name: string, from: Scope): Value {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    if (scope.name === name) return scope.value
    if (scope.kind === 'let') continue
    const value = fieldOf(scope.value, name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The value at a path of plain names in one scope alone. */
export function resolveAlone({ names }: PathExpression, scope: Scope): Value {
  const first = names[0] ?? ''
  const own = scope.kind === 'let' ? undefined : fieldOf(scope.value, first)
  let value = scope.name === first ? scope.value : own
  for (let at = 1; at < names.length && value !== undefined; at++) value = fieldOf(value, names[at] ?? '')
  return value
}

function resolveSpecial(special: SpecialName, names: readonly string[], from: Scope, up: number): Value {
  // A field called `this` wins over the language.
  const named = special === 'this' && up === 0 ? resolveName('this', from) : undefined
  let value = named === undefined ? specialValue(special, from, up) : named
  for (const name of names) value = fieldOf(value, name)
  return value
}

function specialValue(special: SpecialName, from: Scope, up: number): Value {
  const scope = loopScope(from)
  if (special === 'root') return rootOf(scope).value
  if (special === 'now') return rootOf(scope).now
  // Outside of loops `this` has no meaning of its own; `..` reaches the data as a whole.
  if (scope.kind !== 'item') return special === 'this' && up > 0 ? scope.value : undefined
  switch (special) {
    case 'this':
      return scope.value
    case 'index':
      return scope.index
    case 'number':
      return scope.index + 1
    case 'first':
      return scope.index === 0
    case 'last':
      return scope.index === scope.count - 1
    case 'key':
      return scope.key
  }
}

/** The scope of the innermost loop, or the root. */
function loopScope(from: Scope): Scope {
  let scope = from
  while (scope.kind === 'let' && scope.parent) scope = scope.parent
  return scope
}

function rootOf(from: Scope): Scope {
  let scope = from
  while (scope.parent) scope = scope.parent
  return scope
}
