/**
 * Undoes the filter of a row in place (PNG Specification §9.2).
 * @param row offset of the first byte; its filter type stands before it
 * @param above offset of the row above, already undone; -1 for none
 * @param distance bytes from a byte to that of the pixel on its left
 * @returns false for a filter type that does not exist: the row is as it was
 */
export function undoRowFilter(data: Uint8Array, row: number, above: number, length: number, distance: number): boolean {
  const end = row + length
  const first = Math.min(end, row + distance)
  switch (data[row - 1]) {
    case 0:
      return true
    case 1:
      for (let at = first; at < end; at++) data[at] = (data[at] as number) + (data[at - distance] as number)
      return true
    case 2:
      for (let at = row, up = above; above >= 0 && at < end; at++, up++)
        data[at] = (data[at] as number) + (data[up] as number)
      return true
    case 3:
      undoAverage(data, row, above, end, distance)
      return true
    case 4:
      undoPaeth(data, row, above, end, distance)
      return true
    default:
      return false
  }
}

function undoAverage(data: Uint8Array, row: number, above: number, end: number, distance: number): void {
  for (let at = row, up = above; at < end; at++, up++) {
    const left = at - distance >= row ? (data[at - distance] as number) : 0
    data[at] = (data[at] as number) + ((left + (above < 0 ? 0 : (data[up] as number))) >> 1)
  }
}

function undoPaeth(data: Uint8Array, row: number, above: number, end: number, distance: number): void {
  for (let at = row, up = above; at < end; at++, up++) {
    const hasLeft = at - distance >= row
    const left = hasLeft ? (data[at - distance] as number) : 0
    const top = above < 0 ? 0 : (data[up] as number)
    const corner = above >= 0 && hasLeft ? (data[up - distance] as number) : 0
    data[at] = (data[at] as number) + paeth(left, top, corner)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
