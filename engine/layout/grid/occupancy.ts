import type { TrackSpan } from './grid-types.js'

interface Interval {
  start: number
  end: number
}

/** Which cells of a grid are taken: per major track the taken stretches in ascending order, joined where they touch. */
export class Occupancy {
  readonly #tracks: (Interval[] | undefined)[] = []

  add(major: TrackSpan, minor: TrackSpan): void {
    for (let track = major.start; track < major.end; track++) {
      const taken = this.#tracks[track]
      if (taken) insert(taken, minor)
      else this.#tracks[track] = [{ start: minor.start, end: minor.end }]
    }
  }

  /** The first minor line from `from` on at which `minorSpan` × `majorSpan` cells are free. */
  firstFree(major: number, majorSpan: number, from: number, minorSpan: number): number {
    let line = from
    for (let track = major; track < major + majorSpan; ) {
      const next = skip(this.#tracks[track], line, minorSpan)
      // A line that a track has moved on must be checked against the tracks before it again.
      if (next === line || majorSpan === 1) track++
      else track = major
      line = next
    }
    return line
  }
}

function skip(taken: readonly Interval[] | undefined, from: number, span: number): number {
  if (!taken) return from
  let line = from
  for (let index = 0; index < taken.length; index++) {
    const interval = taken[index]
    if (!interval || interval.start >= line + span) break
    if (interval.end > line) line = interval.end
  }
  return line
}

function insert(taken: Interval[], { start, end }: TrackSpan): void {
  let index = 0
  while (index < taken.length && (taken[index]?.end ?? 0) < start) index++
  const merged: Interval = { start, end }
  let last = index
  for (let next = taken[last]; next && next.start <= end; next = taken[last]) {
    merged.start = Math.min(merged.start, next.start)
    merged.end = Math.max(merged.end, next.end)
    last++
  }
  taken.splice(index, last - index, merged)
}
