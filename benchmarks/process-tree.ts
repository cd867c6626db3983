import { readFileSync } from 'node:fs'

/** A process and those that it has started, as the service starts those that render. */
export function processTree(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(/\s+/).map(Number))]
}
