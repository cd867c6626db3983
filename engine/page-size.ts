import type { Size } from './base/geometry.js'
import { invariant } from './base/invariant.js'
import { parseLengths } from './base/parse-lengths.js'
import type { Profile } from './base/profile.js'
import { PX_PER_UNIT } from './base/units.js'
import type { PageSizeName, TemplateSource } from './template/template-source.js'

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

/**
 * The page box of a template in px, unless its style sheets say otherwise. Browsers round it up to whole points.
 * @param paper its width and height, in place of the named size
 */
export function initialPage(
  { pageSize = 'a4', orientation = 'portrait' }: TemplateSource,
  paper: string | undefined,
  profile: Profile,
): Size {
  if (paper !== undefined) return profile.wholePages ? inWholePoints(paperSize(paper)) : paperSize(paper)
  const { width, height } = profile.wholePages ? inWholePoints(SIZES[pageSize]) : SIZES[pageSize]
  return orientation === 'portrait' ? { width, height } : { width: height, height: width }
}

function paperSize(paper: string): Size {
  const [width, height] = parseLengths(paper, 2, 2) ?? []
  invariant(width !== undefined && height !== undefined, 'a checked size of paper')
  return { width, height }
}

function inWholePoints({ width, height }: Size): Size {
  return { width: roundUp(width), height: roundUp(height) }
}

function roundUp(px: number): number {
  return Math.ceil(px / PX_PER_UNIT.pt) * PX_PER_UNIT.pt
}
