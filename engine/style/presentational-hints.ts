import { NAMED_COLORS } from '../base/named-colors.js'
import { hexColor } from '../base/rgb-color.js'
import { filledPart, rangePart } from '../template/filled-part.js'
import { isSimpleColor } from '../template/input-text.js'

/** Attributes that HTML maps to declarations (HTML §15.3 and §15.4); which of them count depends on the element. */
export const HINT_ATTRIBUTES: readonly string[] = [
  'align',
  'bgcolor',
  'border',
  'bordercolor',
  'bottommargin',
  'cellpadding',
  'cellspacing',
  'clear',
  'color',
  'cols',
  'dir',
  'face',
  'frame',
  'height',
  'hspace',
  'leftmargin',
  'marginheight',
  'marginwidth',
  'max',
  'min',
  'nowrap',
  'rightmargin',
  'rows',
  'rules',
  'size',
  'text',
  'topmargin',
  'type',
  'valign',
  'value',
  'vspace',
  'width',
]

const CELLS = new Set(['td', 'th'])
const ROWS = new Set(['tr', 'thead', 'tbody', 'tfoot'])
const SIZED = new Set(['table', 'td', 'th', 'col', 'colgroup', 'img', 'object', 'svg', 'hr'])
const HIGH = new Set(['table', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'img', 'object', 'svg'])
const COLORED = new Set(['body', 'table', 'tr', 'thead', 'tbody', 'tfoot', 'td', 'th', 'col', 'colgroup'])

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'] as const

const LIST_TYPES: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ['disc', 'disc'],
  ['circle', 'circle'],
  ['square', 'square'],
  ['none', 'none'],
])

/** The declarations of an element's presentational attributes as CSS text; empty for most elements. */
export function presentationalHints(name: string, attributes: ReadonlyMap<string, string>): string {
  if (attributes.size === 0) return ''
  const hints: string[] = []
  const attribute = (key: string) => attributes.get(key)?.trim()
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined) hints.push(`${property}:${value}`)
  }
  const size = name === 'svg' ? svgLength : dimension
  if (SIZED.has(name)) add('width', size(attribute('width')))
  if (HIGH.has(name)) add('height', size(attribute('height')))
  if (COLORED.has(name)) add('background-color', legacyColor(attribute('bgcolor')))
  if (CELLS.has(name) || ROWS.has(name) || name === 'col') add('vertical-align', verticalAlign(attribute('valign')))
  add('text-align', textAlign(name, attribute('align')))
  if (CELLS.has(name) && attribute('nowrap') !== undefined) add('white-space', 'nowrap')
  if (name === 'table') tableHints(attribute, add)
  else if (name === 'img' || name === 'object') imageHints(attribute, add)
  else if (name === 'hr') ruleHints(attribute, add)
  else if (name === 'font') fontHints(attribute, add)
  else if (name === 'br') add('clear', clearance(attribute('clear')))
  else if (name === 'body') bodyHints(attribute, add)
  else if (name === 'ol' || name === 'ul' || name === 'li') add('list-style-type', listType(attribute('type')))
  else if (name === 'caption' && attribute('align')?.toLowerCase() === 'bottom') add('caption-side', 'bottom')
  else formHints(name, attribute, add)
  return hints.join(';')
}

/** The size of a drawing may have a unit (SVG 2 §7.2). */
function svgLength(value: string | undefined): string | undefined {
  return value !== undefined && SVG_LENGTH.test(value) ? value : dimension(value)
}

const SVG_LENGTH = /^\d*\.?\d+(?:px|pt|pc|mm|cm|in|q|em|rem|ex|ch|%)$/i

type Attribute = (key: string) => string | undefined
type Add = (property: string, value: string | undefined) => void

/**
 * The margins of the page as two browsers of 1996 named them (HTML §15.3.2).
 *
 * AD-HOC: as in browsers of one family, `leftmargin` and `topmargin` speak of both sides where nothing else does.
 */
function bodyHints(attribute: Attribute, add: Add): void {
  add('color', legacyColor(attribute('text')))
  add('margin-block', pixels(attribute('topmargin')))
  add('margin-inline', pixels(attribute('leftmargin')))
  add('margin-bottom', pixels(attribute('bottommargin')))
  add('margin-right', pixels(attribute('rightmargin')))
  add('margin-block', pixels(attribute('marginheight')))
  add('margin-inline', pixels(attribute('marginwidth')))
}

function tableHints(attribute: Attribute, add: Add): void {
  add('border-spacing', pixels(attribute('cellspacing')))
  add('--html-cellpadding', paddingOfCells(attribute('cellpadding')))
  const align = attribute('align')?.toLowerCase()
  if (align === 'center') add('margin-inline', 'auto')
  else add('float', floatSide(align))
  const border = attribute('border')
  const width = border === undefined ? undefined : (pixels(border) ?? '1px')
  const rules = attribute('rules')?.toLowerCase()
  const color = attribute('bordercolor')
  frameHints(attribute('frame')?.toLowerCase(), width, isRules(rules), color ? 'solid' : 'outset', add)
  if (isRules(rules)) ruledLines(rules, add)
  else if (width !== undefined && width !== '0px') {
    const line = color ? '1px solid' : '1px inset'
    add('--html-row-lines', line)
    add('--html-column-lines', line)
  }
  add('border-color', legacyColor(color))
}

/**
 * The border of the table: all sides for `border`, those that `frame` names (HTML §15.3.10).
 * @param around style of a border on all sides; browsers draw lines plain to which `bordercolor` gives their colour
 */
function frameHints(
  frame: string | undefined,
  width: string | undefined,
  hasRules: boolean,
  around: 'outset' | 'solid',
  add: Add,
): void {
  const sides = FRAMES.get(frame ?? '')
  if (sides) {
    add('border-width', width ?? '1px')
    add('border-style', sides)
  } else if (width !== undefined) {
    add('border', `${width} ${around}`)
  } else if (hasRules) add('border-style', 'hidden')
}

/** Border styles by `frame`, in the order top, right, bottom, left. */
const FRAMES: ReadonlyMap<string, string> = new Map([
  ['void', 'hidden'],
  ['above', 'solid hidden hidden hidden'],
  ['below', 'hidden hidden solid hidden'],
  ['hsides', 'solid hidden solid hidden'],
  ['lhs', 'hidden hidden hidden solid'],
  ['rhs', 'hidden solid hidden hidden'],
  ['vsides', 'hidden solid hidden solid'],
  ['box', 'solid'],
  ['border', 'solid'],
])

type Rules = 'none' | 'groups' | 'rows' | 'cols' | 'all'

function isRules(value: string | undefined): value is Rules {
  return value === 'none' || value === 'groups' || value === 'rows' || value === 'cols' || value === 'all'
}

/** Lines between cells or groups of a table whose borders collapse. */
function ruledLines(rules: Rules, add: Add): void {
  add('border-collapse', 'collapse')
  if (rules === 'groups') add('--html-group-lines', '1px solid')
  if (rules === 'rows' || rules === 'all') add('--html-row-lines', '1px solid')
  if (rules === 'cols' || rules === 'all') add('--html-column-lines', '1px solid')
}

/** As browsers read it: what is no number is zero. */
function paddingOfCells(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : (pixels(value) ?? '0px')
}

function imageHints(attribute: Attribute, add: Add): void {
  const border = pixels(attribute('border'))
  if (border !== undefined) add('border', `${border} solid`)
  add('margin-block', pixels(attribute('vspace')))
  add('margin-inline', pixels(attribute('hspace')))
  const align = attribute('align')?.toLowerCase()
  if (align === 'top' || align === 'bottom' || align === 'middle') {
    add('vertical-align', align === 'bottom' ? 'baseline' : align)
  } else {
    add('float', floatSide(align))
  }
}

function floatSide(align: string | undefined): string | undefined {
  return align === 'left' || align === 'right' ? align : undefined
}

/** `<br clear>`; both `all` and `both` mean the same. */
function clearance(value: string | undefined): string | undefined {
  const clear = value?.toLowerCase()
  if (clear === 'all') return 'both'
  return clear === 'left' || clear === 'right' || clear === 'both' ? clear : undefined
}

function ruleHints(attribute: Attribute, add: Add): void {
  const align = attribute('align')?.toLowerCase()
  if (align === 'left') add('margin-inline', '0 auto')
  else if (align === 'right') add('margin-inline', 'auto 0')
  const color = legacyColor(attribute('color')) ?? (attribute('noshade') === undefined ? undefined : 'gray')
  if (color !== undefined) {
    add('border', `1px solid ${color}`)
    add('background-color', color)
  }
  const size = Number.parseInt(attribute('size') ?? '', 10)
  if (size > 1) add('height', `${size - 2}px`)
  else if (size >= 0) add('border-bottom-width', '0')
}

function fontHints(attribute: Attribute, add: Add): void {
  add('color', legacyColor(attribute('color')))
  add('font-family', familyList(attribute('face')))
  const match = /^([+-]?)(\d+)/.exec(attribute('size') ?? '')
  if (!match) return
  const amount = Number(match[2])
  const level = match[1] === '+' ? 3 + amount : match[1] === '-' ? 3 - amount : amount
  add('font-size', FONT_SIZES[Math.max(1, Math.min(level, 7)) - 1])
}

/** Names become strings, so that nothing in them is read as CSS; generic families stay keywords. */
function familyList(face: string | undefined): string | undefined {
  const names = (face ?? '').split(',').flatMap((name) => {
    const plain = name.trim().replace(/^["']|["']$/g, '')
    if (plain === '') return []
    const generic = /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui)$/i.test(plain)
    return [generic ? plain : `"${plain.replace(/["\\\n\r\f]/g, '')}"`]
  })
  return names.length > 0 ? names.join(',') : undefined
}

/**
 * Rules for parsing dimension values (HTML §2.3.4.4): a number, perhaps with a percent sign, and anything behind. The
 * shares of HTML 4, as in `3*`, are none for browsers.
 */
function dimension(value: string | undefined): string | undefined {
  const match = /^\+?(\d+(?:\.\d+)?|\.\d+)(%?)(?!\*|\d)/.exec(value ?? '')
  return match ? `${Number(match[1])}${match[2] || 'px'}` : undefined
}

function pixels(value: string | undefined): string | undefined {
  const match = /^\+?(\d+)/.exec(value ?? '')
  return match ? `${Number(match[1])}px` : undefined
}

function verticalAlign(value: string | undefined): string | undefined {
  const align = value?.toLowerCase()
  return align === 'top' || align === 'middle' || align === 'bottom' || align === 'baseline' ? align : undefined
}

/** `align` as text alignment, in the ways in which browsers differ from element to element. */
function textAlign(name: string, value: string | undefined): string | undefined {
  const align = value?.toLowerCase()
  if (align === undefined || ALIGNED_THEMSELVES.has(name)) return undefined
  if (ALIGNING_BLOCKS.has(name)) {
    if (align === 'middle' || align === 'center') return '-webkit-center'
    if (align === 'left' || align === 'right') return `-webkit-${align}`
    if (align === 'absmiddle') return CELLS.has(name) || ROWS.has(name) ? 'center' : undefined
  }
  if (align === 'middle') return 'center'
  return align === 'left' || align === 'right' || align === 'center' || align === 'justify' ? align : undefined
}

/** Their `align` says where they stand themselves. */
const ALIGNED_THEMSELVES = new Set(['table', 'caption', 'hr', 'img', 'input', 'iframe', 'embed', 'object'])

/** Their `align` aligns the blocks in them as well. */
const ALIGNING_BLOCKS = new Set(['div', 'p', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'col', 'colgroup'])

function listType(value: string | undefined): string | undefined {
  return value === undefined ? undefined : (LIST_TYPES.get(value) ?? LIST_TYPES.get(value.toLowerCase()))
}

/** Rules for parsing a legacy colour value (HTML §2.3.6), written as hexadecimal. */
function legacyColor(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase() ?? ''
  if (text === '' || text === 'transparent') return undefined
  if (NAMED_COLORS.has(text)) return text
  if (/^#[0-9a-f]{3}$/.test(text) && hexColor(text.slice(1))) return text
  const digits = [...text.slice(0, 128).replace(/^#/, '')].map((c) => (/[0-9a-f]/.test(c) ? c : '0')).join('')
  const third = Math.max(1, Math.ceil(digits.length / 3))
  const parts = [0, 1, 2].map((i) =>
    digits
      .padEnd(third * 3, '0')
      .slice(i * third, (i + 1) * third)
      .slice(-8),
  )
  while ((parts[0]?.length ?? 0) > 2 && parts.every((part) => part.startsWith('0'))) {
    for (const [i, part] of parts.entries()) parts[i] = part.slice(1)
  }
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`
}

/** The size that a form control's attributes ask for (HTML §15.5.3 and following), and how far a bar is filled. */
function formHints(name: string, attribute: Attribute, add: Add): void {
  switch (name) {
    case 'input':
      inputHints(attribute, add)
      return
    case 'textarea':
      add('--html-columns', count(attribute('cols')))
      add('--html-rows', count(attribute('rows')))
      return
    case 'select':
      add('--html-rows', count(attribute('size')))
      return
    case 'progress':
    case 'meter':
      add('--html-part', percentage(filledPart(attribute)))
  }
}

function inputHints(attribute: Attribute, add: Add): void {
  const type = attribute('type')?.toLowerCase() ?? ''
  if (!WITHOUT_SIZE.has(type)) add('--html-columns', count(attribute('size')))
  if (type === 'range') add('--html-part', percentage(rangePart(attribute)))
  else if (type === 'color' && isSimpleColor(attribute('value') ?? '')) add('--html-color', attribute('value'))
}

/** Types of inputs to which `size` does not apply (HTML §4.10.5.3.2). */
const WITHOUT_SIZE = new Set(['number', 'file'])

/** A number of characters or lines (HTML §2.3.4.2), as CSS has integers. */
function count(value: string | undefined): string | undefined {
  const number = Number.parseInt(value ?? '', 10)
  return number > 0 ? String(Math.min(number, MOST_COUNTED)) : undefined
}

/** More characters or lines are as good as endless. */
const MOST_COUNTED = 100_000

function percentage(part: number | undefined): string | undefined {
  return part === undefined ? undefined : `${100 * part}%`
}
