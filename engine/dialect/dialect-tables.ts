import { NAMED_COLORS } from '../base/named-colors.js'
import { LONGHANDS } from '../css/properties/longhands.js'
import { valueKindsOf } from '../css/properties/property-keywords.js'
import { SHORTHANDS } from '../css/properties/shorthands.js'
import type { ComplexSelector, SimpleSelector } from '../css/selectors/selector.js'
import { PSEUDO_ELEMENTS } from '../css/selectors/selector.js'
import { PAGE_DESCRIPTORS } from '../css/syntax/page-descriptors.js'
import { VOID_ELEMENTS } from '../html/element-tables.js'
import { MARGIN_BOX_NAMES } from '../style/page-style.js'
import { HINT_ATTRIBUTES, presentationalHints } from '../style/presentational-hints.js'
import { userAgentStylesheet } from '../style/ua-stylesheet.js'
import { elementsOf } from '../template/element-fates.js'
import { FILTERS } from '../template/filters/registry.js'
import { BLOCK_NAMES } from '../template/parse-tag.js'
import type { DialectElement, DialectProperty, DialectTables } from './dialect-types.js'
import { FILTER_HELP } from './filter-help.js'

let tables: DialectTables | undefined

/** The tables by which the engine works, made once. */
export function dialectTables(): DialectTables {
  tables ??= makeTables()
  return tables
}

function makeTables(): DialectTables {
  return {
    elements: elementTable(),
    attributes: GLOBAL_ATTRIBUTES,
    properties: propertyTable(),
    filters: [...FILTERS].map(([name, filter]) => {
      const help = FILTER_HELP[name]
      return { name, arguments: filter.arguments, usage: help?.usage ?? name, text: help?.text ?? '' }
    }),
    blocks: BLOCK_NAMES,
    variables: ['@index', '@number', '@first', '@last', '@key', '@root', '@now'],
    page: { descriptors: PAGE_DESCRIPTORS, marginBoxes: MARGIN_BOX_NAMES },
    pseudoElements: PSEUDO_ELEMENTS,
    colors: [...NAMED_COLORS].map(([name, rgb]) => ({ name, hex: `#${rgb.toString(16).padStart(6, '0')}` })),
  }
}

const GLOBAL_ATTRIBUTES = ['class', 'dir', 'hidden', 'id', 'lang', 'style', 'title']

/** Elements for which the default style sheet has no rule, since nothing of them is special. */
const WITHOUT_RULES = ['bdo', 'data', 'font', 'img', 'label', 'nobr', 'span', 'svg', 'time', 'wbr', 'output']

/** Attributes that say what an element is, and not only how it looks. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'name'],
  base: ['href'],
  col: ['span'],
  colgroup: ['span'],
  details: ['open'],
  html: ['lang'],
  img: ['src', 'alt'],
  input: ['type', 'value', 'checked', 'placeholder', 'size'],
  li: ['value'],
  link: ['rel', 'href', 'media', 'charset'],
  meta: ['charset', 'name', 'content'],
  meter: ['value', 'min', 'max', 'low', 'high', 'optimum'],
  ol: ['start', 'reversed', 'type'],
  option: ['selected', 'value', 'label'],
  progress: ['value', 'max'],
  style: ['media'],
  svg: ['viewBox', 'width', 'height', 'preserveAspectRatio'],
  td: ['colspan', 'rowspan', 'headers'],
  textarea: ['rows', 'cols', 'placeholder'],
  th: ['colspan', 'rowspan', 'scope', 'headers'],
}

/** Values of presentational attributes, of which each attribute takes one at least. */
const HINT_VALUES = ['1', 'red', 'center', 'left', 'top', 'all', 'rtl', 'circle', 'serif', '', 'bottom', 'void']

/** Nobody is offered what is reported where it is written. */
const UNUSABLE: ReadonlySet<string> = new Set([
  ...elementsOf('warned of'),
  ...elementsOf('unknown to paper'),
  ...elementsOf('left out'),
])

function elementTable(): readonly DialectElement[] {
  const names = new Set<string>(WITHOUT_RULES)
  for (const { selectors } of userAgentStylesheet(false).rules)
    for (const selector of selectors) addTypes(selector, names)
  return [...names]
    .filter((name) => !UNUSABLE.has(name))
    .sort()
    .map((name) => ({ name, attributes: attributesOf(name), isVoid: VOID_ELEMENTS.has(name) }))
}

function addTypes({ compounds }: ComplexSelector, names: Set<string>): void {
  const add = (simple: SimpleSelector): void => {
    if (simple.kind === 'type') names.add(simple.name)
    if (simple.kind === 'is' || simple.kind === 'not') for (const each of simple.selectors) addTypes(each, names)
  }
  for (const { simple } of compounds) simple.forEach(add)
}

function attributesOf(element: string): readonly string[] {
  const hints = HINT_ATTRIBUTES.filter((attribute) =>
    HINT_VALUES.some((value) => presentationalHints(element, new Map([[attribute, value]])) !== ''),
  )
  return [...new Set([...(MEANINGS[element] ?? []), ...hints])].sort()
}

function propertyTable(): readonly DialectProperty[] {
  const longhands = LONGHANDS.filter(({ name }) => !name.startsWith('-')).map(({ name, initial, inherited }) => ({
    name,
    ...valueKindsOf(name),
    initial: initial.startsWith('-internal-') ? 'auto' : initial,
    inherited,
  }))
  const shorthands = [...SHORTHANDS].map(([name, { longhands }]) => ({ name, ...valueKindsOf(name), longhands }))
  return [...longhands, ...shorthands].sort((a, b) => (a.name < b.name ? -1 : 1))
}
