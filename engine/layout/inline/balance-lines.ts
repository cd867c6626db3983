import type { LineCursor } from './break-lines.js'
import { slotOf } from './line-slot.js'

/** Paragraphs of more lines are not balanced: as in browsers, headings and captions are meant. */
const MOST_LINES = 10

/** How near the least width is found, in px. */
const PRECISION = 1

/**
 * The least room in which a paragraph takes no more lines than in `width` (css-text-4 §5.3): its lines are then about
 * equally long. Undefined where there is nothing to balance.
 */
export function balancedRoom(cursor: LineCursor, width: number): number | undefined {
  const start = cursor.state
  const count = countLines(cursor, width, MOST_LINES)
  let room = width
  if (count !== undefined && count > 1) {
    let least = width / count / 2
    while (room - least > PRECISION) {
      const middle = (least + room) / 2
      cursor.goBack(start)
      if (countLines(cursor, middle, count) === undefined) least = middle
      else room = middle
    }
  }
  cursor.goBack(start)
  return room < width ? room : undefined
}

/** The number of lines in some room; undefined if there are more than `most` or one is too wide. */
function countLines(cursor: LineCursor, room: number, most: number): number | undefined {
  const slot = slotOf(room)
  for (let count = 0; ; count++) {
    const line = cursor.next(slot)
    if (!line) return count
    if (count === most || line.overflows) return undefined
  }
}
