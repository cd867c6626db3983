import type { Rect } from '../base/geometry.js'
import { type Dictionary, nameOf } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** Lines are wider in no program. */
const WIDEST = 20

/** Dashes and gaps in turn. */
const MOST_DASHES = 8

/** How a colour of so many parts is set for strokes. */
const OPERATORS: ReadonlyMap<number, string> = new Map([
  [1, 'G'],
  [3, 'RG'],
  [4, 'K'],
])

/** Operators that are painted over a page, and those among them that set colours of a device. */
export interface BorderOperators {
  readonly operators: string
  readonly device: string | undefined
}

/**
 * The border of a link (ISO 32000-1 §12.5.4), in the units of its page; undefined for one that has none. Links that say
 * nothing of it have one of a unit in black.
 */
export function linkBorder(source: PdfSource, link: Dictionary, area: Rect): BorderOperators | undefined {
  const style = source.dictionary(link, 'BS')
  const border = source.list(link, 'Border').map(source.resolve)
  const given = style ? source.get(style, 'W') : border[2]
  const width = typeof given === 'number' ? Math.min(given, WIDEST) : 1
  const color = colorOf(source, link)
  if (!(width > 0) || !color || area.width <= width || area.height <= width) return undefined
  const kind = nameOf(source.get(style, 'S'))
  const dashes = dashesOf(style ? (kind === 'D' ? source.get(style, 'D') : null) : (border[3] ?? null), kind === 'D')
  const [left, bottom] = [area.x + width / 2, area.y + width / 2]
  const [across, up] = [area.width - width, area.height - width]
  const path =
    kind === 'U'
      ? `${n(left)} ${n(bottom)} m ${n(left + across)} ${n(bottom)} l`
      : `${[left, bottom, across, up].map(n).join(' ')} re`
  return { operators: `q ${n(width)} w ${dashes}${color.operators} ${path} S Q\n`, device: color.device }
}

function colorOf(source: PdfSource, link: Dictionary): BorderOperators | undefined {
  const given = source.get(link, 'C')
  if (given === null) return { operators: '0 G', device: undefined }
  const parts = source.list(link, 'C').map(source.resolve)
  const operator = OPERATORS.get(parts.length)
  if (!operator || !parts.every((part) => typeof part === 'number')) return undefined
  const device = operator === 'G' ? undefined : operator
  return { operators: `${parts.map((part) => n(Math.min(Math.max(part, 0), 1))).join(' ')} ${operator}`, device }
}

function dashesOf(value: unknown, isDashed: boolean): string {
  const list = Array.isArray(value) ? value.slice(0, MOST_DASHES) : isDashed ? [3] : []
  const isPattern =
    list.every((length) => typeof length === 'number' && length >= 0) && list.some((length) => length > 0)
  return isPattern ? `[${list.map(n).join(' ')}] 0 d ` : ''
}

function n(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
