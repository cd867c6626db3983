import type { CssMode } from './declaration.js'
import { isLonghand, type LonghandName } from './longhands.js'
import type { Latitude } from './value-cursor.js'

/** Properties with another name, the writing mode being horizontal always (css-logical-1). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['word-wrap', 'overflow-wrap'],
  ['font-width', 'font-stretch'],
  ['page-break-inside', 'break-inside'],
  ['-webkit-box-decoration-break', 'box-decoration-break'],
  ['grid-gap', 'gap'],
  ['grid-row-gap', 'row-gap'],
  ['grid-column-gap', 'column-gap'],
  ...['flex', 'flex-flow', 'flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'order']
    .concat(['align-content', 'align-items', 'align-self', 'justify-content'])
    .map((name): [string, string] => [`-webkit-${name}`, name]),
  ['-webkit-border-radius', 'border-radius'],
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner): [string, string] => [
    `-webkit-border-${corner}-radius`,
    `border-${corner}-radius`,
  ]),
  ['-webkit-box-sizing', 'box-sizing'],
  ['-webkit-opacity', 'opacity'],
  ...['columns', 'column-count', 'column-fill', 'column-gap', 'column-rule', 'column-span', 'column-width'].map(
    (name): [string, string] => [`-webkit-${name}`, name],
  ),
  ['-webkit-background-clip', 'background-clip'],
  ['-webkit-background-origin', 'background-origin'],
  ['-webkit-background-size', 'background-size'],
  ['-webkit-box-shadow', 'box-shadow'],
  ['-webkit-transform', 'transform'],
  ['-webkit-transform-origin', 'transform-origin'],
  ['overflow-inline', 'overflow-x'],
  ['overflow-block', 'overflow-y'],
  ['inline-size', 'width'],
  ['block-size', 'height'],
  ['min-inline-size', 'min-width'],
  ['min-block-size', 'min-height'],
  ['max-inline-size', 'max-width'],
  ['max-block-size', 'max-height'],
  ['margin-block-start', 'margin-top'],
  ['margin-block-end', 'margin-bottom'],
  ['padding-block-start', 'padding-top'],
  ['padding-block-end', 'padding-bottom'],
  ...['width', 'style', 'color'].flatMap((part): [string, string][] => [
    [`border-block-start-${part}`, `border-top-${part}`],
    [`border-block-end-${part}`, `border-bottom-${part}`],
    [`border-inline-start-${part}`, `border-left-${part}`],
    [`border-inline-end-${part}`, `border-right-${part}`],
  ]),
  ['margin-inline-start', 'margin-left'],
  ['margin-inline-end', 'margin-right'],
  ['border-start-start-radius', 'border-top-left-radius'],
  ['border-start-end-radius', 'border-top-right-radius'],
  ['border-end-start-radius', 'border-bottom-left-radius'],
  ['border-end-end-radius', 'border-bottom-right-radius'],
  ['inset-block-start', 'top'],
  ['inset-block-end', 'bottom'],
  ['inset-inline-start', 'left'],
  ['inset-inline-end', 'right'],
  ['padding-inline-start', 'padding-left'],
  ['padding-inline-end', 'padding-right'],
])

/** The property or shorthand under whose name `name` is implemented, for left-to-right text. */
export function canonicalName(name: string): string {
  return ALIASES.get(name) ?? name
}

/** Corners that are named by the sides of the flow. */
const RELATIVE_RADIUS = /^border-(?:start|end)-(?:start|end)-radius$/

/**
 * What a flow-relative property means in right-to-left text: the opposite side. Undefined when `written` is not
 * relative to the inline direction.
 */
export function rightToLeftName(written: string, longhand: LonghandName): LonghandName | undefined {
  if (!written.includes('-inline') && !RELATIVE_RADIUS.test(written)) return undefined
  const opposite = longhand.replace(/\b(?:left|right)\b/, (side) => (side === 'left' ? 'right' : 'left'))
  return isLonghand(opposite) && opposite !== longhand ? opposite : undefined
}

const QUIRKY_LENGTHS = new Set(
  (
    'border-spacing border-width border-top-width border-right-width border-bottom-width border-left-width bottom ' +
    'font-size height left letter-spacing margin margin-top margin-right margin-bottom margin-left max-height ' +
    'max-width min-height min-width padding padding-top padding-right padding-bottom padding-left right text-indent ' +
    'top vertical-align width word-spacing'
  ).split(' '),
)

const QUIRKY_COLORS = new Set(
  'background-color border-color border-top-color border-right-color border-bottom-color border-left-color color'.split(
    ' ',
  ),
)

/** What a property may say beyond CSS (in quirks mode: https://quirks.spec.whatwg.org §3.1, §3.2). */
export function latitudeOf(name: string, mode: CssMode): Latitude | undefined {
  if (mode === 'user-agent') return 'internal'
  if (mode !== 'quirks') return undefined
  if (QUIRKY_LENGTHS.has(name)) return 'length'
  return QUIRKY_COLORS.has(name) ? 'color' : undefined
}
