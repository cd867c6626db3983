import { setTimeout as pause } from 'node:timers/promises'

/** Between two looks. Without it they would take the processor from what they wait for. */
const PAUSE_MS = 5

/** Waits for what tells nobody that it has happened: a file that another process makes, or its end. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(PAUSE_MS)
}
