import { didYouMean } from '../../../engine/base/suggest.js'
import { PX_PER_UNIT } from '../../../engine/base/units.js'
import { CommandError } from '../command.js'
import type { GivenOptions } from './parse-words.js'
import { lastOf, numberOf } from './read-options.js'

/** The sizes of paper that wkhtmltopdf names, in millimetres. */
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  A7: [74, 105],
  A8: [52, 74],
  A9: [37, 52],
  B0: [1000, 1414],
  B1: [707, 1000],
  B2: [500, 707],
  B3: [353, 500],
  B4: [250, 353],
  B5: [176, 250],
  B6: [125, 176],
  B7: [88, 125],
  B8: [62, 88],
  B9: [44, 62],
  B10: [31, 44],
  C5E: [163, 229],
  Comm10E: [104.775, 241.3],
  DLE: [110, 220],
  Executive: [190.5, 254],
  Folio: [210, 330],
  Ledger: [431.8, 279.4],
  Legal: [215.9, 355.6],
  Letter: [215.9, 279.4],
  Tabloid: [279.4, 431.8],
}

/** Units of lengths and how many CSS px each is. */
const UNITS: Readonly<Record<string, number>> = {
  '': PX_PER_UNIT.mm,
  mm: PX_PER_UNIT.mm,
  millimeter: PX_PER_UNIT.mm,
  cm: PX_PER_UNIT.cm,
  centimeter: PX_PER_UNIT.cm,
  m: 1_000 * PX_PER_UNIT.mm,
  in: PX_PER_UNIT.in,
  inch: PX_PER_UNIT.in,
  pt: PX_PER_UNIT.pt,
  point: PX_PER_UNIT.pt,
  px: 1,
  pixel: 1,
  pc: PX_PER_UNIT.pc,
  pica: PX_PER_UNIT.pc,
  didot: 0.375 * PX_PER_UNIT.mm,
  cicero: 4.5 * PX_PER_UNIT.mm,
}

/** The paper and its margins in px. */
export interface Paper {
  readonly width: number
  readonly height: number
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>
}

const DEFAULT_MARGIN = '10mm'

/**
 * The paper that options choose, A4 with 10 mm around when they choose none.
 *
 * @param own margins above and below of documents with pages in them, where the options leave them open
 * @throws CommandError
 */
export function paperOf(file: GivenOptions, own: { readonly top?: number; readonly bottom?: number } = {}): Paper {
  const [width = 0, height = 0] = sizeOf(file).map(inPoints)
  const isLandscape = orientationOf(file) === 'landscape'
  const margin = (name: string, measured?: number) => {
    const given = lastOf(file, name)
    return given === undefined && measured !== undefined ? measured : lengthOf(name, given ?? DEFAULT_MARGIN)
  }
  const margins = {
    top: margin('margin-top', own.top),
    right: margin('margin-right'),
    bottom: margin('margin-bottom', own.bottom),
    left: margin('margin-left'),
  }
  return isLandscape ? { width: height, height: width, margins } : { width, height, margins }
}

/** The original rounds sheets to whole points. */
function inPoints(px: number): number {
  return Math.round(px / PX_PER_UNIT.pt) * PX_PER_UNIT.pt
}

/** Notices about sizes that do nothing. */
export function paperNotices(file: GivenOptions): readonly string[] {
  const [width, height] = [lastOf(file, 'page-width'), lastOf(file, 'page-height')]
  if ((width === undefined) === (height === undefined)) return []
  const given = width === undefined ? '--page-height' : '--page-width'
  return [`${given} has no effect alone: give --page-width and --page-height`]
}

function sizeOf(file: GivenOptions): readonly [number, number] {
  const [width, height] = [lastOf(file, 'page-width'), lastOf(file, 'page-height')]
  if (width !== undefined && height !== undefined)
    return [lengthOf('page-width', width), lengthOf('page-height', height)]
  const wanted = lastOf(file, 'page-size') ?? 'A4'
  const names = Object.keys(SIZES)
  const name = names.find((known) => known.toLowerCase() === wanted.toLowerCase())
  const size = name === undefined ? undefined : SIZES[name]
  if (!size)
    throw new CommandError(
      `--page-size: there is no "${wanted}"${didYouMean(wanted, names)}; there are ${names.join(', ')}`,
    )
  return [size[0] * PX_PER_UNIT.mm, size[1] * PX_PER_UNIT.mm]
}

function orientationOf(file: GivenOptions): string {
  const word = lastOf(file, 'orientation')?.toLowerCase() ?? 'portrait'
  if (word !== 'portrait' && word !== 'landscape')
    throw new CommandError(`--orientation must be Portrait or Landscape, not "${word}"`)
  return word
}

/** A length with its unit, millimetres without, in px. @throws CommandError */
export function lengthOf(option: string, text: string): number {
  const [, number = '', unit = ''] = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\s*$/i.exec(text) ?? []
  const factor = UNITS[unit.toLowerCase()]
  if (number === '' || factor === undefined)
    throw new CommandError(`--${option} must be a length such as 10mm or 0.5in, not "${text}"`)
  return numberOf(option, number) * factor
}
