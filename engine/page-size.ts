import type { Size } from './base/geometry.js'
import { PX_PER_UNIT } from './base/units.js'
import type { Orientation, PageSizeName } from './template/template-source.js'

/** Portrait sizes in px: ISO 216 in millimetres, North American sizes in inches. */
const SIZES: Readonly<Record<PageSizeName, Size>> = {
  a3: millimetres(297, 420),
  a4: millimetres(210, 297),
  a5: millimetres(148, 210),
  letter: inches(8.5, 11),
  legal: inches(8.5, 14),
  tabloid: inches(11, 17),
}

function millimetres(width: number, height: number): Size {
  return { width: width * PX_PER_UNIT.mm, height: height * PX_PER_UNIT.mm }
}

function inches(width: number, height: number): Size {
  return { width: width * PX_PER_UNIT.in, height: height * PX_PER_UNIT.in }
}

/** The names that `TemplateSource.pageSize` knows. */
export const PAGE_SIZES = Object.keys(SIZES) as readonly PageSizeName[]

/** The page box of a named size in px. */
export function pageSize(name: PageSizeName, orientation: Orientation): Size {
  const { width, height } = SIZES[name]
  return orientation === 'portrait' ? { width, height } : { width: height, height: width }
}
