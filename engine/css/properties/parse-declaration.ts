import { TokenType } from '@csstools/css-tokenizer'
import type { Span } from '../../base/source.js'
import { didYouMean } from '../../base/suggest.js'
import { hasAttribute, referencedAttributes } from '../values/substitute-attributes.js'
import { isCustomName, isDeclarationValue, variablesAreValid } from '../values/substitute-variables.js'
import { type CSSToken, isBlank, type ValueCursor, valueCursor } from '../values/value-cursor.js'
import type { CssMode, Declaration, WideKeyword, WrittenDeclaration } from './declaration.js'
import { isForeign, isForeignValue, propertyStanding } from './known-properties.js'
import { type LonghandName, longhandOf } from './longhands.js'
import { canonicalName, isFlowRelative, latitudeOf, namesOfFamily, rightToLeftName } from './property-names.js'
import type { Expansion, Shorthand } from './shorthand.js'
import { legacyValueOf, SHORTHANDS } from './shorthands.js'

/** A declaration as the syntax gives it: a name and the tokens of the value. */
export interface RawDeclaration {
  /** As written. */
  readonly name: string
  /** Without blanks at the ends and without `!important`. */
  readonly tokens: readonly CSSToken[]
  readonly important: boolean
  readonly written: WrittenDeclaration
  /** Made when a message needs it. */
  readonly span: () => Span
}

/** The context that a value's meaning depends on. */
interface ValueSurroundings {
  readonly mode: CssMode
  /** The place of the declaration: addresses are relative to its file. */
  readonly span?: () => Span
}

/** Receives a problem of one declaration. */
export type ReportProblem = (code: string, message: string) => void

/** Parses a declaration into longhands; an empty list when it is dropped, which is reported. */
export function parseDeclaration(raw: RawDeclaration, report: ReportProblem, mode: CssMode): readonly Declaration[] {
  if (!variablesAreValid(raw.tokens)) {
    report('invalid-value', `"${textOf(raw.tokens)}" has a var() that cannot be read`)
    return []
  }
  if (raw.name.startsWith('--')) return customDeclaration(raw, report)
  const written = raw.name.toLowerCase()
  const name = nameOfRenderer(written) ?? written
  const canonical = canonicalName(name)
  const longhands = longhandsOf(canonical)
  if (longhands && name !== written) report('foreign-property', `"${written}" is read as "${name}"`)
  if (!longhands) {
    reportStanding(name, raw, report)
    return []
  }
  const isOfAttributes = asksAttributes(raw)
  if (isOfAttributes && !referencedAttributes(raw.tokens)) {
    report('invalid-value', `"${textOf(raw.tokens)}" has an attr() that cannot be read`)
    return []
  }
  const wide = wideKeyword(raw.tokens)
  if (wide) {
    return longhands.map((property) => ({
      kind: 'wide',
      ...target(name, property, raw),
      value: wide,
    }))
  }
  if ((isOfAttributes || hasVariable(raw.tokens)) && isDeclarationValue(raw.tokens)) {
    const source = { name, tokens: raw.tokens, mode, span: raw.span() }
    return longhands.map((property) => ({ kind: 'pending', ...target(name, property, raw), source }))
  }
  const expansion = parsePropertyValue(name, raw.tokens, report, { mode, span: raw.span })
  return expansion ? fromExpansion(name, longhands, expansion, raw) : []
}

/** How other programs that print pages name what CSS did not have yet. */
const RENDERER = /^(?:-?prince|-ro|-weasy)-/

/** The standard name of a property that another program has under a name of its own; undefined where there is none. */
function nameOfRenderer(name: string): string | undefined {
  if (!RENDERER.test(name)) return undefined
  const standard = name.replace(RENDERER, '')
  return longhandsOf(canonicalName(standard)) && standard
}

/** Properties whose own values have `attr()`, of which boxes are made. */
const READS_ATTRIBUTES: ReadonlySet<string> = new Set(['content', 'string-set', 'bookmark-label'])

/** Whether a value has `attr()` that is replaced before the value is read. */
export function asksAttributes({ name, tokens }: RawDeclaration): boolean {
  return hasAttribute(tokens) && !READS_ATTRIBUTES.has(canonicalName(name.toLowerCase()))
}

/** The longhands that a property sets; undefined when it is not implemented. */
export function longhandsOf(canonical: string): readonly LonghandName[] | undefined {
  const longhand = longhandOf(canonical)
  return longhand ? [longhand.name] : SHORTHANDS.get(canonical)?.longhands
}

/**
 * Parses a value without `var()` for a longhand or shorthand. What is wrong is reported, once; an unsupported
 * part of an otherwise usable value as well.
 */
export function parsePropertyValue(
  name: string,
  tokens: readonly CSSToken[],
  report: ReportProblem,
  { mode, span }: ValueSurroundings,
): Expansion | undefined {
  const canonical = canonicalName(name)
  const cursor = valueCursor(tokens, latitudeOf(canonical, mode), span)
  const expansion = expand(canonical, cursor)
  const unsupported = cursor.notes.unsupported
  if (unsupported !== undefined) {
    report('unsupported-value', `${unsupported} is not supported in "${name}: ${textOf(tokens)}"`)
    return cursor.done ? expansion : undefined
  }
  if (expansion && cursor.done) return expansion
  if (isForeignValue(textOf(tokens))) return undefined
  report('invalid-value', `"${textOf(tokens)}" is not a value of "${name}"${didYouMeanWord(canonical, tokens)}`)
  return undefined
}

/** ` (did you mean "block"?)` for a word of a value that is no value of the property, but nearly one. */
function didYouMeanWord(canonical: string, tokens: readonly CSSToken[]): string {
  const expected = new Map<string, Set<string>>()
  expand(canonical, valueCursor(tokens, undefined, undefined, expected))
  for (const [word, words] of expected) {
    if (words.has(word)) continue
    const written = [...words].filter((known) => !known.startsWith('-'))
    const hint = didYouMean(word, written, '', Math.max(1, Math.floor(word.length / 3)))
    if (hint !== '') return hint
  }
  return ''
}

function expand(canonical: string, cursor: ValueCursor): Expansion | undefined {
  const shorthand: Shorthand | undefined = legacyValueOf(canonical, cursor) ?? SHORTHANDS.get(canonical)
  if (shorthand) return shorthand.parse(cursor)
  const longhand = longhandOf(canonical)
  const value = longhand?.parse(cursor)
  return longhand && value !== undefined ? new Map([[longhand.name, value]]) : undefined
}

function fromExpansion(
  name: string,
  longhands: readonly LonghandName[],
  expansion: Expansion,
  raw: RawDeclaration,
): readonly Declaration[] {
  const declarations: Declaration[] = []
  for (const property of expansion.size > longhands.length ? expansion.keys() : longhands) {
    const value = expansion.get(property)
    const names = target(name, property, raw)
    declarations.push(
      value === undefined
        ? { kind: 'wide', ...names, value: 'initial' }
        : property === 'font-family'
          ? { kind: 'longhand', ...names, value, span: raw.span }
          : { kind: 'longhand', ...names, value },
    )
  }
  return declarations
}

function target(name: string, property: LonghandName, { important, written }: RawDeclaration) {
  const flowRelative = isFlowRelative(name)
  return { property, rtlProperty: rightToLeftName(name, property), flowRelative, important, written }
}

function customDeclaration(raw: RawDeclaration, report: ReportProblem): readonly Declaration[] {
  const { name, important, written } = raw
  if (!isCustomName(name) || !isDeclarationValue(raw.tokens)) {
    report('invalid-value', `"${textOf(raw.tokens)}" is not a value of "${name}"`)
    return []
  }
  return [{ kind: 'custom', name, important, written, value: wideKeyword(raw.tokens) ?? raw.tokens }]
}

/** A CSS-wide keyword that is the whole value. */
export function wideKeyword(tokens: readonly CSSToken[]): WideKeyword | undefined {
  const [first] = tokens
  if (tokens.length !== 1 || !first || first[0] !== TokenType.Ident) return undefined
  const word = first[4].value.toLowerCase()
  return WIDE_KEYWORDS.find((keyword) => keyword === word)
}

const WIDE_KEYWORDS: readonly WideKeyword[] = ['inherit', 'initial', 'unset', 'revert', 'revert-layer']

export function hasVariable(tokens: readonly CSSToken[]): boolean {
  return tokens.some((token) => token[0] === TokenType.Function && token[4].value.toLowerCase() === 'var')
}

/** The source text of tokens, blanks at the ends left out. */
export function textOf(tokens: readonly CSSToken[]): string {
  return tokens
    .map((token) => token[1])
    .join('')
    .trim()
}

/** Cuts blanks off both ends. */
export function trimBlanks(tokens: readonly CSSToken[]): readonly CSSToken[] {
  let start = 0
  let end = tokens.length
  for (let token = tokens[start]; token && start < end && isBlank(token); token = tokens[start]) start++
  for (let token = tokens[end - 1]; token && end > start && isBlank(token); token = tokens[end - 1]) end--
  return tokens.slice(start, end)
}

const PREFIX = /^-(?:webkit|moz|ms|o|khtml|apple)-/

/** The name without a vendor's prefix; undefined when it has none. */
export function unprefixed(name: string): string | undefined {
  return PREFIX.test(name) ? name.replace(PREFIX, '') : undefined
}

/** Those that exist with a prefix only and can be seen on paper; all others are for screens. */
const VENDOR_PAINTING = /^(?:text-security|box-reflect|margin-|padding-|mask-)/

function reportStanding(name: string, raw: RawDeclaration, report: ReportProblem): void {
  const plain = unprefixed(name)
  if (name.startsWith('_') && longhandsOf(canonicalName(name.slice(1)))) return
  const standing = propertyStanding(plain ?? name, textOf(raw.tokens).toLowerCase())
  if (standing === 'unsupported') report('unsupported-property', `the property "${name}" is not supported`)
  if (standing !== 'unknown') return
  if (plain !== undefined && longhandsOf(canonicalName(plain)))
    report('unsupported-property', `use "${plain}" instead of "${name}"`)
  else if (!isForeign(name) && (plain === undefined || VENDOR_PAINTING.test(plain))) {
    const hint = plain === undefined ? didYouMean(name, namesOfFamily(name)) : ''
    report('unknown-property', `unknown property "${name}"${hint}`)
  }
}
