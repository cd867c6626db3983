import { snap } from '../../base/units.js'
import type { Track } from './track.js'

/**
 * Shares space equally among tracks, none growing beyond its room, by adding to their incurred increase (css-grid-1
 * §11.5.1). Shares are on the grid of 1/64 px and add up exactly.
 * @returns what is left when all tracks are full
 */
export function shareEqually(tracks: readonly Track[], space: number, roomOf: (track: Track) => number): number {
  const open: { readonly track: Track; readonly room: number }[] = []
  for (const track of tracks) open.push({ track, room: roomOf(track) - track.incurred })
  open.sort((a, b) => a.room - b.room)
  let left = space
  for (let index = 0; index < open.length && left > 0; index++) {
    const { track, room } = open[index] ?? NOTHING
    const share = Math.min(Math.max(0, room), snap(left / (open.length - index)))
    if (!track) continue
    track.incurred += share
    left -= share
  }
  return left
}

const NOTHING = { track: undefined, room: 0 } as const

/** Shares space in proportion to the flex factors, equally where all are zero (css-grid-1 §11.5 step 4). */
export function shareByFactor(tracks: readonly Track[], space: number): void {
  let factors = 0
  for (const track of tracks) factors += track.flexFactor
  let weight = 0
  let given = 0
  for (const track of tracks) {
    weight += factors > 0 ? track.flexFactor / factors : 1 / tracks.length
    const share = snap(space * weight) - given
    track.incurred += share
    given += share
  }
}
