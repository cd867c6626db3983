import type { FontRequest, FontStyle } from './font-types.js'

/** One value, or the lowest and highest of a variable face. */
export type TraitRange = number | readonly [lowest: number, highest: number]

/** The axes along which faces of a family differ. */
export interface FaceTraits {
  readonly weight: TraitRange
  /** More than one of a variable face. */
  readonly styles: readonly FontStyle[]
  /** Degrees clockwise of its oblique letters, where they are not the ordinary ones. */
  readonly angles?: TraitRange | undefined
  readonly stretch: TraitRange
}

type Wanted = Pick<FontRequest, 'weight' | 'style' | 'stretch'>

/** Degrees clockwise of an oblique without an angle (css-fonts-4 §2.4), and as what browsers count italics. */
export const OBLIQUE_ANGLE = 14

/** Which style comes first where letters lean equally. */
const STYLE_PREFERENCE: Readonly<Record<FontStyle, readonly FontStyle[]>> = {
  normal: ['normal', 'oblique', 'italic'],
  italic: ['italic', 'oblique', 'normal'],
  oblique: ['oblique', 'italic', 'normal'],
}

/**
 * The faces of a family that fit a request best (css-fonts-4 §5.2, steps 4.1 to 4.3): narrowed down by stretch,
 * then by style, then by weight. More than one only where faces share all three. A variable face counts with the
 * value of its range that is closest to the wanted one.
 */
export function matchFaces<F extends FaceTraits>(faces: readonly F[], wanted: Wanted): readonly F[] {
  const byStretch = keepBest(faces, (face) => stretchDistance(within(face.stretch, wanted.stretch), wanted.stretch))
  const byStyle = keepBest(byStretch, (face) => bestSlant(face, wanted.style).distance)
  return keepBest(byStyle, (face) => weightDistance(within(face.weight, wanted.weight), wanted.weight))
}

/** How letters of a face lean. */
export interface FaceSlant {
  readonly style: FontStyle
  /** Degrees clockwise. */
  readonly angle: number
}

/** The slant of a face that comes closest to the wanted one, with its distance from it. */
export function bestSlant(
  { styles, angles = OBLIQUE_ANGLE }: Pick<FaceTraits, 'styles' | 'angles'>,
  wanted: FontRequest['style'],
): FaceSlant & { readonly distance: number } {
  const wantedAngle = angleOf(wanted)
  const preference = STYLE_PREFERENCE[typeof wanted === 'number' ? 'oblique' : wanted]
  let best: (FaceSlant & { readonly distance: number }) | undefined
  for (const style of styles) {
    const angle = style === 'oblique' ? within(angles, wantedAngle) : angleOf(style)
    const distance = slantDistance(angle, wantedAngle) * preference.length + preference.indexOf(style)
    if (best === undefined || distance < best.distance) best = { style, angle, distance }
  }
  return best ?? { style: 'normal', angle: 0, distance: 0 }
}

/** Degrees clockwise; upright letters are an oblique of none. */
export function angleOf(style: FontRequest['style']): number {
  if (typeof style === 'number') return style
  return style === 'normal' ? 0 : OBLIQUE_ANGLE
}

/** The value of a range that is closest to the wanted one. */
export function within(range: TraitRange, wanted: number): number {
  return typeof range === 'number' ? range : Math.min(range[1], Math.max(range[0], wanted))
}

function keepBest<F>(faces: readonly F[], distance: (face: F) => number): readonly F[] {
  let best = Number.MAX_VALUE
  let kept: F[] = []
  for (const face of faces) {
    const far = distance(face)
    if (far < best) {
      best = far
      kept = [face]
    } else if (far === best) {
      kept.push(face)
    }
  }
  return kept
}

/** Larger than any distance on the preferred side. */
const OTHER_SIDE = 10_000

/**
 * Of angles that count as slanted, larger ones come first, closest first; of smaller ones those down to upright, then
 * larger ones. Those to the other side come last (css-fonts-4 §5.2, with the threshold of browsers, which is 14 and not 11).
 */
function slantDistance(angle: number, wanted: number): number {
  if (wanted < 0) return slantDistance(-angle, -wanted)
  const distance = Math.abs(angle - wanted)
  if (wanted >= OBLIQUE_ANGLE) return angle >= wanted ? distance : OTHER_SIDE + distance
  if (angle > wanted) return OTHER_SIDE + distance
  return angle >= 0 ? distance : 2 * OTHER_SIDE + distance
}

/** Up to normal width narrower faces come first, closest first, then wider ones; above it the other way round. */
function stretchDistance(stretch: number, wanted: number): number {
  const isPreferredSide = wanted <= 100 ? stretch <= wanted : stretch >= wanted
  return Math.abs(stretch - wanted) + (isPreferredSide ? 0 : OTHER_SIDE)
}

/**
 * From 400 to 500: heavier up to 500, then lighter, then heavier than 500. Below 400: lighter, then heavier.
 * Above 500: heavier, then lighter. Always the closest first.
 */
function weightDistance(weight: number, wanted: number): number {
  const distance = Math.abs(weight - wanted)
  if (wanted < 400) return weight <= wanted ? distance : OTHER_SIDE + distance
  if (wanted > 500) return weight >= wanted ? distance : OTHER_SIDE + distance
  if (weight >= wanted && weight <= 500) return distance
  return weight < wanted ? OTHER_SIDE + distance : 2 * OTHER_SIDE + distance
}
