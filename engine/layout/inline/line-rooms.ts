import { balancedRoom } from './balance-lines.js'
import type { BrokenLine, LineCursor } from './break-lines.js'
import { slotOf } from './line-slot.js'
import { optimalRooms } from './optimal-lines.js'
import type { Paragraph } from './paragraph.js'

/** The room that the lines of a paragraph are filled in, from the first, where it is not the width of their container. */
export type LineRooms = (line: number) => number

/** css-text-4 §5.2: `text-wrap-style`. Undefined where each line takes as much as it can. */
export function lineRooms({ root, rootStyle }: Paragraph, cursor: LineCursor, width: number): LineRooms | undefined {
  const { textWrapStyle } = root.style
  if (textWrapStyle === 'auto' || textWrapStyle === 'stable' || !rootStyle.wraps) return undefined
  if (textWrapStyle === 'balance') {
    const room = balancedRoom(cursor, width)
    return room === undefined ? undefined : () => room
  }
  const rooms = optimalRooms(cursor, {
    width,
    fontSize: rootStyle.fontSize,
    justifies: root.style.textAlign === 'justify',
  })
  return (line) => rooms[line] ?? width
}

/** A line that is filled in some room and stands in another. */
export function nextLineIn(cursor: LineCursor, room: number, width: number): BrokenLine | undefined {
  const line = cursor.next(slotOf(room))
  return line && { ...line, room: width }
}
