import type { RgbColor } from '../../base/rgb-color.js'

/** Three components of a colour; NaN for one that is missing (`none`). */
export type Coordinates = readonly [number, number, number]

/** A way to describe colours (css-color-4 §10 to §12), by its relation to CIE XYZ under D65. */
export interface ColorSpace {
  toXyz(coordinates: Coordinates): Coordinates
  fromXyz(xyz: Coordinates): Coordinates
  /** Index of the hue, in degrees; undefined when the space has none. */
  readonly hue: number | undefined
  /** The value of 100% of each component; undefined for a hue. */
  readonly hundredPercent: readonly [number | undefined, number | undefined, number | undefined]
  /** Names of the components in relative colours (css-color-5 §4.1). */
  readonly channels: readonly [string, string, string]
}

type Matrix = readonly [Coordinates, Coordinates, Coordinates]

function multiply(matrix: Matrix, [x, y, z]: Coordinates): Coordinates {
  const row = ([a, b, c]: Coordinates) => a * x + b * y + c * z
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const over = (value: number) => value / determinant
  return [
    [over(e * i - f * h), over(c * h - b * i), over(b * f - c * e)],
    [over(f * g - d * i), over(a * i - c * g), over(c * d - a * f)],
    [over(d * h - e * g), over(b * g - a * h), over(a * e - b * d)],
  ]
}

function mapEach([a, b, c]: Coordinates, change: (value: number) => number): Coordinates {
  return [change(a), change(b), change(c)]
}

/** Bradford adaptation of white points (css-color-4 §11). */
const D50_TO_D65: Matrix = [
  [0.9554734527042182, -0.023098536874261423, 0.0632593086610217],
  [-0.028369706963208136, 1.0099954580058226, 0.021041398966943008],
  [0.012314001688319899, -0.020507696433477912, 1.3303659366080753],
]
const D65_TO_D50 = inverse(D50_TO_D65)

/** Applies a curve to the absolute value and keeps the sign, for values beyond the gamut. */
function extended(curve: (value: number) => number): (value: number) => number {
  return (value) => (value < 0 ? -curve(-value) : curve(value))
}

const decodeSrgb = extended((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
const encodeSrgb = extended((v) => (v > 0.0031308 ? 1.055 * v ** (1 / 2.4) - 0.055 : 12.92 * v))

const REC_2020_ALPHA = 1.09929682680944
const REC_2020_BETA = 0.018053968510807

interface RgbDefinition {
  /** From linear components to XYZ. */
  readonly matrix: Matrix
  readonly decode: (value: number) => number
  readonly encode: (value: number) => number
  readonly d50?: boolean
}

const identity = (value: number): number => value

const SRGB_MATRIX: Matrix = [
  [506752 / 1228815, 87881 / 245763, 12673 / 70218],
  [87098 / 409605, 175762 / 245763, 12673 / 175545],
  [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
]

/** Primaries and transfer curves of css-color-4 §10, sRGB apart. */
const RGB_DEFINITIONS: Readonly<Record<string, RgbDefinition>> = {
  'srgb-linear': { matrix: SRGB_MATRIX, decode: identity, encode: identity },
  'display-p3': {
    matrix: [
      [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
      [35783 / 156275, 247089 / 357200, 198249 / 2500400],
      [0, 32229 / 714400, 5220557 / 5000800],
    ],
    decode: decodeSrgb,
    encode: encodeSrgb,
  },
  'a98-rgb': {
    matrix: [
      [573536 / 994567, 263643 / 1420810, 187206 / 994567],
      [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
      [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
    ],
    decode: extended((v) => v ** (563 / 256)),
    encode: extended((v) => v ** (256 / 563)),
  },
  'prophoto-rgb': {
    matrix: [
      [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
      [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
      [0, 0, 0.8251046025104602],
    ],
    decode: extended((v) => (v <= 16 / 512 ? v / 16 : v ** 1.8)),
    encode: extended((v) => (v >= 1 / 512 ? v ** (1 / 1.8) : 16 * v)),
    d50: true,
  },
  rec2020: {
    matrix: [
      [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
      [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
      [0, 19567812 / 697040785, 295819943 / 278816314],
    ],
    decode: extended((v) =>
      v < REC_2020_BETA * 4.5 ? v / 4.5 : ((v + REC_2020_ALPHA - 1) / REC_2020_ALPHA) ** (1 / 0.45),
    ),
    encode: extended((v) => (v > REC_2020_BETA ? REC_2020_ALPHA * v ** 0.45 - (REC_2020_ALPHA - 1) : 4.5 * v)),
  },
}

function rgbSpace({ matrix, decode, encode, d50 = false }: RgbDefinition): ColorSpace {
  const back = inverse(matrix)
  return {
    toXyz: (rgb) => {
      const xyz = multiply(matrix, mapEach(rgb, decode))
      return d50 ? multiply(D50_TO_D65, xyz) : xyz
    },
    fromXyz: (xyz) => mapEach(multiply(back, d50 ? multiply(D65_TO_D50, xyz) : xyz), encode),
    hue: undefined,
    hundredPercent: [1, 1, 1],
    channels: ['r', 'g', 'b'],
  }
}

const XYZ_D65: ColorSpace = {
  toXyz: (xyz) => xyz,
  fromXyz: (xyz) => xyz,
  hue: undefined,
  hundredPercent: [1, 1, 1],
  channels: ['x', 'y', 'z'],
}

const XYZ_D50: ColorSpace = {
  ...XYZ_D65,
  toXyz: (xyz) => multiply(D50_TO_D65, xyz),
  fromXyz: (xyz) => multiply(D65_TO_D50, xyz),
}

const D50_WHITE: Coordinates = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
const LAB_EPSILON = 216 / 24389
const LAB_KAPPA = 24389 / 27

const LAB: ColorSpace = {
  toXyz: ([lightness, a, b]) => {
    const y = (lightness + 16) / 116
    const x = a / 500 + y
    const z = y - b / 200
    const cube = (value: number) => (value ** 3 > LAB_EPSILON ? value ** 3 : (116 * value - 16) / LAB_KAPPA)
    const luminance = lightness > LAB_KAPPA * LAB_EPSILON ? y ** 3 : lightness / LAB_KAPPA
    return multiply(D50_TO_D65, [cube(x) * D50_WHITE[0], luminance, cube(z) * D50_WHITE[2]])
  },
  fromXyz: (xyz) => {
    const [x, y, z] = multiply(D65_TO_D50, xyz)
    const root = (value: number) => (value > LAB_EPSILON ? Math.cbrt(value) : (LAB_KAPPA * value + 16) / 116)
    const [fx, fy, fz] = [root(x / D50_WHITE[0]), root(y), root(z / D50_WHITE[2])]
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
  },
  hue: undefined,
  hundredPercent: [100, 125, 125],
  channels: ['l', 'a', 'b'],
}

const XYZ_TO_LMS: Matrix = [
  [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
  [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
  [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
]
const LMS_TO_XYZ = inverse(XYZ_TO_LMS)
const LMS_TO_OKLAB: Matrix = [
  [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
  [1.9779985324311684, -2.42859224204858, 0.450593709617411],
  [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
]
const OKLAB_TO_LMS = inverse(LMS_TO_OKLAB)

const OKLAB: ColorSpace = {
  toXyz: (lab) =>
    multiply(
      LMS_TO_XYZ,
      mapEach(multiply(OKLAB_TO_LMS, lab), (value) => value ** 3),
    ),
  fromXyz: (xyz) => multiply(LMS_TO_OKLAB, mapEach(multiply(XYZ_TO_LMS, xyz), Math.cbrt)),
  hue: undefined,
  hundredPercent: [1, 0.4, 0.4],
  channels: ['l', 'a', 'b'],
}

/** Chroma and hue in place of two opposed components; the hue of what has no chroma is missing. */
function polarSpace(space: ColorSpace, fullChroma: number, leastChroma: number): ColorSpace {
  return {
    toXyz: ([lightness, chroma, hue]) => {
      const angle = (hue * Math.PI) / 180
      return space.toXyz([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)])
    },
    fromXyz: (xyz) => {
      const [lightness, a, b] = space.fromXyz(xyz)
      const chroma = Math.hypot(a, b)
      return [lightness, chroma, chroma <= leastChroma ? Number.NaN : normalHue((Math.atan2(b, a) * 180) / Math.PI)]
    },
    hue: 2,
    hundredPercent: [space.hundredPercent[0], fullChroma, undefined],
    channels: ['l', 'c', 'h'],
  }
}

export function normalHue(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}

export const SRGB = rgbSpace({ matrix: SRGB_MATRIX, decode: decodeSrgb, encode: encodeSrgb })

/** Whether the components differ too little for a hue to say anything. */
function isGray(low: number, high: number): boolean {
  return high - low < 0.00001
}

/** css-color-4 §7. Saturation and lightness are 0 to 100. */
const HSL: ColorSpace = {
  toXyz: ([hue, saturation, lightness]) => {
    const l = lightness / 100
    const strength = (saturation / 100) * Math.min(l, 1 - l)
    const at = (n: number) => {
      const k = (n + normalHue(hue) / 30) % 12
      return l - strength * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    }
    return SRGB.toXyz([at(0), at(8), at(4)])
  },
  fromXyz: (xyz) => {
    const rgb = SRGB.fromXyz(xyz)
    const [low, high] = [Math.min(...rgb), Math.max(...rgb)]
    const lightness = (low + high) / 2
    if (isGray(low, high)) return [Number.NaN, 0, lightness * 100]
    const saturation = (high - lightness) / Math.min(lightness, 1 - lightness)
    return [hueOf(rgb, low, high), saturation * 100, lightness * 100]
  },
  hue: 0,
  hundredPercent: [undefined, 100, 100],
  channels: ['h', 's', 'l'],
}

function hueOf([red, green, blue]: Coordinates, low: number, high: number): number {
  const range = high - low
  if (range === 0) return 0
  if (high === red) return normalHue(((green - blue) / range) * 60)
  return high === green ? ((blue - red) / range) * 60 + 120 : ((red - green) / range) * 60 + 240
}

/** css-color-4 §8. Whiteness and blackness are 0 to 100. */
const HWB: ColorSpace = {
  toXyz: ([hue, white, black]) => {
    const sum = white + black
    if (sum >= 100) {
      const gray = white / sum
      return SRGB.toXyz([gray, gray, gray])
    }
    const pure = SRGB.fromXyz(HSL.toXyz([hue, 100, 50]))
    return SRGB.toXyz(mapEach(pure, (value) => (value * (100 - sum) + white) / 100))
  },
  fromXyz: (xyz) => {
    const rgb = SRGB.fromXyz(xyz)
    const [low, high] = [Math.min(...rgb), Math.max(...rgb)]
    return [isGray(low, high) ? Number.NaN : hueOf(rgb, low, high), low * 100, (1 - high) * 100]
  },
  hue: 0,
  hundredPercent: [undefined, 100, 100],
  channels: ['h', 'w', 'b'],
}

/** Spaces of `color()`. */
export const COLOR_FUNCTION_SPACES: ReadonlyMap<string, ColorSpace> = new Map<string, ColorSpace>([
  ['srgb', SRGB],
  ...Object.entries(RGB_DEFINITIONS).map(([name, definition]) => [name, rgbSpace(definition)] as const),
  ['xyz', XYZ_D65],
  ['xyz-d65', XYZ_D65],
  ['xyz-d50', XYZ_D50],
])

/** Spaces in which `color-mix()` mixes, and those that are functions of their own. */
export const COLOR_SPACES: ReadonlyMap<string, ColorSpace> = new Map([
  ...COLOR_FUNCTION_SPACES,
  ['lab', LAB],
  ['lch', polarSpace(LAB, 150, 0.0015)],
  ['oklab', OKLAB],
  ['oklch', polarSpace(OKLAB, 0.4, 0.000004)],
  ['hsl', HSL],
  ['hwb', HWB],
])

/** A colour of any space in sRGB, clipped as browsers clip it when they print. */
export function toRgb(space: ColorSpace, coordinates: Coordinates, alpha: number): RgbColor {
  const [red, green, blue] = SRGB.fromXyz(space.toXyz(coordinates))
  return { red: inGamut(red), green: inGamut(green), blue: inGamut(blue), alpha }
}

/** Rounded so far that a colour which went through matrices and back is the same again. */
function inGamut(value: number): number {
  return Math.max(0, Math.min(Math.round(value * 1e6) / 1e6, 1))
}
