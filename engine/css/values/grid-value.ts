/**
 * Values of the grid properties (css-grid-1 §7, §8). `L` is a length or percentage: as declared in css/, computed in
 * style/.
 */

/** The least size of a track: a flexible one only ever has a flexible maximum (§7.2). */
export type TrackMinimum<L> = TrackLength<L> | TrackKeyword

export type TrackMaximum<L> = TrackMinimum<L> | TrackFlex | TrackLimit<L>

type TrackKeyword = 'auto' | 'min-content' | 'max-content'

interface TrackLength<L> {
  readonly kind: 'length'
  readonly value: L
}

/** A share of the free space, in `fr`. */
interface TrackFlex {
  readonly kind: 'flex'
  readonly factor: number
}

/** `fit-content(value)`. */
interface TrackLimit<L> {
  readonly kind: 'fit-content'
  readonly value: L
}

/** Every track size is a `minmax()`: `1fr` is `minmax(auto, 1fr)`, `fit-content()` has an automatic minimum. */
export interface TrackSize<L> {
  readonly min: TrackMinimum<L>
  readonly max: TrackMaximum<L>
}

/** Tracks and the names of the lines around them: one list of names more than there are tracks. */
export interface TrackRun<L> {
  readonly tracks: readonly TrackSize<L>[]
  readonly names: readonly (readonly string[])[]
}

export interface AutoRepeat<L> extends TrackRun<L> {
  readonly mode: 'auto-fill' | 'auto-fit'
}

/** The tracks before an automatic repetition, the repetition, the tracks after it. `none` has no tracks at all. */
export interface TrackList<L> {
  readonly kind: 'tracks'
  readonly before: TrackRun<L>
  readonly repeat: AutoRepeat<L> | undefined
  readonly after: TrackRun<L>
}

/**
 * `subgrid`: the tracks are those of the grid in which the container is an item (css-grid-2 §9). The names are added to
 * its lines, one list for each: those before an automatic repetition, the repetition, those after it.
 */
export interface SubgridLines {
  readonly kind: 'subgrid'
  readonly before: readonly (readonly string[])[]
  readonly repeat: readonly (readonly string[])[] | undefined
  readonly after: readonly (readonly string[])[]
}

/** `grid-template-columns` and `-rows`. */
export type TrackTemplate<L> = TrackList<L> | SubgridLines

/** A named rectangle of grid cells; columns and rows from 0, the end is the line after the last. */
export interface NamedArea {
  readonly name: string
  readonly columnStart: number
  readonly columnEnd: number
  readonly rowStart: number
  readonly rowEnd: number
}

/** `grid-template-areas`. */
export interface GridAreas {
  readonly columns: number
  readonly rows: number
  readonly areas: readonly NamedArea[]
}

export type GridAutoFlow = 'row' | 'column' | 'row dense' | 'column dense'

/** One of the four grid-placement properties (§8.3). */
export type GridLine =
  | 'auto'
  /** A line by its number, counted among those of a name if there is one; negative from the end, never 0. */
  | { readonly kind: 'line'; readonly number: number; readonly name: string | undefined }
  /** The edge of a named area, else the first line of that name. */
  | { readonly kind: 'name'; readonly name: string }
  /** So many tracks, or lines of a name, away from the opposite edge. */
  | { readonly kind: 'span'; readonly count: number; readonly name: string | undefined }

export function emptyTrackRun<L>(): TrackRun<L> {
  return { tracks: [], names: [[]] }
}

export function noTracks<L>(): TrackList<L> {
  return { kind: 'tracks', before: emptyTrackRun(), repeat: undefined, after: emptyTrackRun() }
}
