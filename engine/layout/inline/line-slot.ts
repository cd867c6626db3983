import type { OutOfFlowUnit } from './paragraph.js'

/** The place that a line is given beside floats. */
export interface LineSlot {
  readonly room: number
  /**
   * Places a float that is anchored here.
   * @param index of its unit in the paragraph
   * @param used what the line holds before it
   * @returns the room of the line from then on
   */
  placeFloat(unit: OutOfFlowUnit, index: number, used: number): number
  /** A float that comes behind all content of the line: it is placed below it. */
  deferFloat(unit: OutOfFlowUnit, index: number): void
}

/** A line without floats. */
export function slotOf(room: number): LineSlot {
  return { room, placeFloat: () => room, deferFloat: () => undefined }
}
