import type { LonghandName } from '../css/properties/longhands.js'
import type { Color } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

const PALE_GRAY: Color = { red: 0xee / 255, green: 0xee / 255, blue: 0xee / 255, alpha: 1 }

const SIDES = [
  ['border-top-color', 'borderTopStyle', 'borderTopColor'],
  ['border-right-color', 'borderRightStyle', 'borderRightColor'],
  ['border-bottom-color', 'borderBottomStyle', 'borderBottomColor'],
  ['border-left-color', 'borderLeftStyle', 'borderLeftColor'],
] as const

/**
 * AD-HOC: Chromium shades three-dimensional borders that have no colour of their own, such as those of `<hr>`, from a pale
 * gray in place of `currentcolor`; those of tables and cells from the colour of the text.
 *
 * @param declared the colours as they were declared, by property
 */
export function shadeBorders(
  style: MutableStyle,
  declared: ReadonlyMap<LonghandName, { readonly value: unknown }> | undefined,
): void {
  for (const [name, lineStyle, color] of SIDES) {
    if (!isShaded(style[lineStyle])) continue
    if (style.display === 'table' || style.display === 'inline-table' || style.display === 'table-cell') return
    if ((declared?.get(name)?.value ?? 'currentcolor') === 'currentcolor') style[color] = PALE_GRAY
  }
}

function isShaded(style: MutableStyle['borderTopStyle']): boolean {
  return style === 'inset' || style === 'outset' || style === 'groove' || style === 'ridge'
}
