/**
 * Runs the checks that take longer than those of every change may, one after the other, and prints a table of what each
 * found. Ends with 1 if one has found a fault, and says so loudly if one could not look at everything.
 *
 *     npm run verify                                  all of them
 *     npm run verify -- drill --minutes 3 --seed 17   some of them; seed and length of what is random
 *
 * Steps stand in `steps.ts`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EXIT, type Step, type StepOptions } from './step.js'
import { STEPS } from './steps.js'

/** The length of a drill that nobody has chosen. */
const MINUTES = 20

export type StepResult = 'right' | 'FAULT' | 'NOT ALL LOOKED AT'

export function resultOf(status: number | null): StepResult {
  if (status === EXIT.right) return 'right'
  return status === EXIT.missing ? 'NOT ALL LOOKED AT' : 'FAULT'
}

/** The steps that were asked for, in their order; all of them when none was. @throws Error that names what is none */
export function chooseSteps(names: readonly string[], steps: readonly Step[] = STEPS): readonly Step[] {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) {
    throw new Error(`there is no step "${unknown}"; there are ${steps.map(({ name }) => name).join(', ')}`)
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))
}

async function run({ program, args, env }: Step, options: StepOptions): Promise<number | null> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const words = ['--enable-source-maps', file, ...(args?.(options) ?? [])]
  const [status] = await once(
    spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...env } }),
    'exit',
  )
  return status
}

async function verify(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  })
  const options = { minutes: Number(values.minutes ?? MINUTES), seed: Number(values.seed ?? Date.now() % 1_000_000) }
  if (!(options.minutes > 0 && options.seed >= 0)) throw new Error('--minutes and --seed are numbers')
  console.log(`seed ${options.seed}`)
  const rows: { step: string; what: string; result: StepResult; minutes: number }[] = []
  for (const step of chooseSteps(positionals)) {
    console.log(`\n== ${step.name}: ${step.what}`)
    const begun = performance.now()
    const result = resultOf(await run(step, options))
    const minutes = Math.round((performance.now() - begun) / 6_000) / 10
    rows.push({ step: step.name, what: step.what, result, minutes })
  }
  console.table(rows)
  return rows.some(({ result }) => result === 'FAULT') ? EXIT.fault : EXIT.right
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await verify(process.argv.slice(2))
  } catch (error) {
    console.error(`npm run verify: ${error instanceof Error ? error.message : error}`)
    process.exitCode = EXIT.fault
  }
}
