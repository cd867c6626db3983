import t from 'tap'
import type { WaitingTask } from '../../../server/shares/renderers.js'
import { WaitingLines } from '../../../server/shares/waiting-lines.js'

function task(organizationId: string, order: number, mode: 'sync' | 'async' = 'sync'): WaitingTask {
  return { organizationId, mode, order, served: 0 }
}

t.test('lines of waiting tasks', async (t) => {
  await t.test('show the first of each organization and mode', async (t) => {
    const lines = new WaitingLines()
    const tasks = [task('a', 1), task('a', 2), task('b', 3, 'async'), task('a', 4, 'async'), task('b', 5, 'async')]
    for (const one of tasks) lines.add(one)
    t.same(
      lines.heads().map(({ order }) => order),
      [1, 3, 4],
    )
    t.equal(lines.size, 5)
    t.equal(lines.countOf('a'), 3)
    t.equal(lines.countOf('c'), 0)
  })

  await t.test('give a task that comes back its place again', async (t) => {
    const lines = new WaitingLines()
    const [first, second, third] = [task('a', 1), task('a', 2), task('a', 3)]
    for (const one of [first, second, third]) lines.add(one)
    t.ok(lines.remove(first))
    t.ok(lines.remove(second))
    t.notOk(lines.remove(second), 'it is out already')
    lines.add(second)
    t.same(lines.heads(), [second])
    lines.add(first)
    t.same(lines.heads(), [first])
    for (const one of [first, second, third]) t.ok(lines.remove(one))
    t.same([lines.heads(), lines.size], [[], 0])
  })
})
