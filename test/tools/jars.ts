import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT } from '../verify/step.js'

const SCRIPT = fileURLToPath(new URL('../../../.ci/validators', import.meta.url))

/** How long Maven may take to copy them. */
const FETCH_SECONDS = 300

/**
 * Runs a validator with the jars that it consists of.
 *
 * @param given a folder that has them; absent to have Maven fetch them
 * @param name by which `.ci/validators` knows them
 * @returns the exit status of `validate`, or the one that says that they could not be had
 */
export function withJars(
  given: string | undefined,
  name: 'verapdf' | 'mustang' | 'official_rules',
  validate: (folder: string) => number,
): number {
  if (given !== undefined) return validate(given)
  const folder = mkdtempSync(join(tmpdir(), 'jars-'))
  try {
    if (hasFetched(folder, name)) return validate(folder)
    process.stdout.write(`The jars of ${name} could not be had: they need a JDK, Maven and its repository.\n`)
    return EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function hasFetched(folder: string, name: string): boolean {
  const script = `. "$0" && command -v java >/dev/null && copy_jars "$1" "\${!2}" ${FETCH_SECONDS}`
  return (
    spawnSync('bash', ['-c', script, SCRIPT, folder, name], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  )
}
