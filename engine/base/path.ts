/** Contours in drawing order; coordinates in px. */
export type Path = readonly PathSegment[]

export type PathSegment =
  | OutlineSegment
  /** A closed contour of its own. */
  | { readonly kind: 'rect'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** A path drawn point by point. */
export type Outline = readonly OutlineSegment[]

export type OutlineSegment =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'curve'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly kind: 'close' }
