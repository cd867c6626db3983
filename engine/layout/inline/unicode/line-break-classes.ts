import { CodePointClasses } from './code-point-classes.js'
import { EAST_ASIAN_RANGES } from './east-asian-ranges.js'
import { LINE_BREAK_RANGES } from './line-break-ranges.js'

/**
 * The classes of UAX #14, table 1, each with a character of it in Unicode 13, which the package `linebreak` knows. Newer classes
 * have one that the rules of Unicode 13 treat as the newer ones do, where these say nothing else.
 */
const REPRESENTATIVES = {
  AL: 'a',
  'AL+': 'a',
  AK: '\u4e00',
  AP: '\u4e00',
  AS: '\u4e00',
  B2: '\u2014',
  BA: '\u2010',
  BB: '\u00b4',
  BK: '\f',
  CB: '\ufffc',
  // Small kana may not begin a line, unless `line-break` lets them.
  CJ: '\u3005',
  CL: '}',
  CM: '\u0301',
  CP: ')',
  CR: '\r',
  EB: '\u261d',
  EM: '\u{1f3fb}',
  EX: '!',
  GL: '\u00a0',
  H2: '\uac00',
  H3: '\uac01',
  HH: '\u2010',
  HL: '\u05d0',
  HY: '-',
  ID: '\u4e00',
  'ID+': '\u4e00',
  IN: '\u2026',
  IS: ',',
  JL: '\u1100',
  JT: '\u11a8',
  JV: '\u1161',
  LF: '\n',
  NL: '\u0085',
  NS: '\u3005',
  NU: '0',
  OP: '(',
  PO: '%',
  PR: '$',
  Pf: '"',
  Pi: '"',
  QU: '"',
  RI: '\u{1f1e6}',
  SP: ' ',
  SY: '/',
  VF: '\u4e00',
  VI: '\u4e00',
  WJ: '\u2060',
  ZW: '\u200b',
  ZWJ: '\u200d',
} as const

type ClassName = keyof typeof REPRESENTATIVES

const NAMES = Object.keys(REPRESENTATIVES) as ClassName[]

/** Numbers of the classes. */
export const LineBreakClass = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Readonly<
  Record<ClassName, number>
>

/** By number of the class. */
const CHARACTERS = NAMES.map((name) => REPRESENTATIVES[name])

let classes: CodePointClasses | undefined
let eastAsian: CodePointClasses | undefined

/** The class of a character as rule LB1 resolves it. */
export function lineBreakClassOf(codePoint: number): number {
  classes ??= new CodePointClasses(LINE_BREAK_RANGES, LineBreakClass, LineBreakClass.AL)
  return classes.of(codePoint)
}

/** Whether a character is wide, fullwidth or halfwidth. */
export function isEastAsian(codePoint: number): boolean {
  eastAsian ??= new CodePointClasses(EAST_ASIAN_RANGES, { wide: 1 }, 0)
  return eastAsian.of(codePoint) === 1
}

/** A character of the class. */
export function representativeOf(lineBreakClass: number): string {
  return CHARACTERS[lineBreakClass] as string
}

/** For each class whether it is one of some. */
export function classSet(...members: readonly ClassName[]): Uint8Array {
  const set = new Uint8Array(NAMES.length)
  for (const member of members) set[LineBreakClass[member]] = 1
  return set
}
