import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createRandom } from '../../benchmarks/random.js'
import { type Fault, faultsInOrder } from './drill/faults.js'
import { summarize } from './drill/log-summary.js'
import { STEPS } from './steps.js'
import { chooseSteps, resultOf } from './verify.js'

t.test('every step is a program that is there, under a name of its own', async (t) => {
  for (const { program } of STEPS) {
    t.ok(existsSync(fileURLToPath(new URL(program, import.meta.url))), program)
  }
  t.equal(new Set(STEPS.map(({ name }) => name)).size, STEPS.length)
})

t.test('steps are chosen by their names, in their order', async (t) => {
  const names = STEPS.map(({ name }) => name)
  t.same(chooseSteps([]), STEPS)
  t.same(
    chooseSteps([...names].reverse()).map(({ name }) => name),
    names,
  )
  t.throws(() => chooseSteps(['dril']), { message: /^there is no step "dril"; there are drill, / })
})

t.test('a step that could not look at everything is not called right, nor at fault', async (t) => {
  t.same([0, 1, 2, null].map(resultOf), ['right', 'FAULT', 'NOT ALL LOOKED AT', 'FAULT'])
})

t.test(
  'in a drill everything goes wrong once before anything does so twice, the same with the same seed',
  async (t) => {
    const faults: Fault[] = ['a', 'b', 'c', 'd'].map((name) => ({ name, run: async () => undefined }))
    const firstOf = (seed: number, count: number) => {
      const names: string[] = []
      for (const { name } of faultsInOrder(faults, createRandom(seed))) {
        if (names.length === count) break
        names.push(name)
      }
      return names
    }
    t.same(firstOf(1, 4).sort(), ['a', 'b', 'c', 'd'])
    t.same(firstOf(7, 20), firstOf(7, 20))
    t.notSame(firstOf(7, 20), firstOf(8, 20))
  },
)

t.test('the summary of a log counts what is at warn and above, and finds what nobody expected', async (t) => {
  const line = (level: number, msg: string, stack?: string) =>
    JSON.stringify({ level, msg, ...(stack && { err: { stack } }) })
  const { counts, unexpected, total } = summarize([
    'http://127.0.0.1:3000',
    line(30, 'request'),
    line(40, 'away'),
    line(40, 'away'),
    line(50, 'a job failed', 'Error: x'),
  ])
  t.same(
    [...counts],
    [
      ['away', 2],
      ['a job failed', 1],
    ],
  )
  t.equal(unexpected.length, 1)
  t.equal(total, 4)
})
