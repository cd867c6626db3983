import type { LengthAxis } from './svg-length.js'

/** The geometry properties (SVG 2 §7), with what their percentages refer to. */
const AXES = {
  x: 'x',
  y: 'y',
  width: 'x',
  height: 'y',
  cx: 'x',
  cy: 'y',
  r: 'other',
  rx: 'x',
  ry: 'y',
} as const satisfies Readonly<Record<string, LengthAxis>>

type GeometryName = keyof typeof AXES

/** Lengths in user units. */
export type SvgGeometry = ReadonlyMap<GeometryName, number>

const ENTRIES = Object.entries(AXES) as readonly (readonly [GeometryName, LengthAxis])[]

/** What style sheets say of the place and size of a shape; undefined when they say nothing. */
export function geometryBy(
  lengthOf: (name: GeometryName, axis: LengthAxis) => number | undefined,
): SvgGeometry | undefined {
  let geometry: Map<GeometryName, number> | undefined
  for (const [name, axis] of ENTRIES) {
    const length = lengthOf(name, axis)
    if (length === undefined) continue
    geometry ??= new Map()
    geometry.set(name, length)
  }
  return geometry
}
