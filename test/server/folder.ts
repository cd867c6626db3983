import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Cleans up when a test is over, the last thing first. */
export interface Teardown {
  teardown(action: () => unknown): void
}

export function makeFolder(t: Teardown): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
