import t from 'tap'
import { type Applicant, assignNext, type Renderer, type WaitingTask } from '../../../server/shares/renderers.js'

interface Task extends WaitingTask {
  readonly name: string
}

/** `A1` is a synchronous task of organization A, `a1` an asynchronous one. */
function task(name: string, { served = 0, order = 0 } = {}): Task {
  return { ...applicant(name), name, served, order }
}

function applicant(name: string): Applicant {
  const letter = name.charAt(0)
  return { organizationId: letter.toUpperCase(), mode: letter === letter.toUpperCase() ? 'sync' : 'async' }
}

/** `A1` is under way, `A1<b1` with one sent ahead, `A1<b1!` being asked for that, `A!` closed, `A1~` slow, '' idle. */
function renderer(text: string): Renderer<Task> {
  const [, current = '', ahead, sign = ''] = /^(\w*)(?:<(\w+))?([!~]?)$/.exec(text) ?? []
  const waiting = ahead === undefined ? undefined : task(ahead)
  // As those of a pool are: objects that say what they do when they are asked.
  return new (class implements Renderer<Task> {
    get current() {
      return current === '' ? undefined : applicant(current)
    }
    get ahead() {
      return waiting
    }
    get state() {
      if (current === '') return 'idle'
      if (sign === '~') return 'slow'
      return sign === '' ? 'busy' : waiting ? 'returning' : 'closed'
    }
  })()
}

function assign(renderers: readonly string[], waiting: readonly (string | Task)[]): string {
  const tasks = waiting.map((entry, order) => (typeof entry === 'string' ? task(entry, { order }) : entry))
  const next = assignNext(renderers.map(renderer), tasks)
  if (!next) return 'nothing'
  return next.kind === 'give' ? `${next.task.name} to ${next.renderer}` : `back from ${next.renderer}`
}

const CASES: readonly [
  rule: string,
  renderers: readonly string[],
  waiting: readonly (string | Task)[],
  next: string,
][] = [
  ['an idle renderer takes what waits', ['', ''], ['A1'], 'A1 to 0'],
  ['first come, first served', ['', ''], ['A1', 'B1'], 'A1 to 0'],
  ['synchronous before asynchronous, whoever came first', ['', ''], ['a1', 'B1'], 'B1 to 0'],
  ['the organization that uses fewer renderers first', ['A1', '', ''], ['A2', 'B1'], 'B1 to 1'],
  [
    'then the one that has had less of their time',
    ['', ''],
    [task('A1', { served: 700 }), task('B1', { served: 30 })],
    'B1 to 0',
  ],
  ['uses count before time had', ['A1', '', ''], [task('A2', { served: 0 }), task('B1', { served: 900 })], 'B1 to 1'],
  ['no organization takes the last renderer', ['A1', ''], ['A2', 'a3'], 'A2 to 0'],
  ['which is there for the next', ['A1', ''], ['A2', 'B1'], 'B1 to 1'],
  ['a task sent ahead counts as use', ['A1<A2', 'B1<A3', 'C1'], ['A4'], 'nothing'],
  ['asynchronous work does not take the last one', ['a1', ''], ['b1'], 'b1 to 0'],
  ['nor with several organizations', ['a1', 'b1', ''], ['c1', 'D1'], 'D1 to 2'],
  ['a synchronous task takes it', ['a1', 'b1', ''], ['c1', 'A1'], 'A1 to 2'],
  ['who has ended a renderer waits for it', ['A!', ''], ['A1'], 'nothing'],
  ['and others do not', ['A!', ''], ['A1', 'B1'], 'B1 to 1'],
  ['one is sent ahead where all are busy', ['A1', 'B1'], ['B2'], 'B2 to 1'],
  ['not to a renderer whose turn would make it all', ['A1', 'B1<B2'], ['B3'], 'nothing'],
  ['no more than one is sent ahead', ['A1<A2', 'B1<B2'], ['A3'], 'nothing'],
  ['an idle renderer gets what lies ahead of another', ['A1<C1', 'B1', ''], [], 'back from 0'],
  ['not what may not use it', ['A1<A2', ''], [], 'nothing'],
  ['what lies ahead gives way to synchronous work', ['a1<a2', 'b1<b2'], ['C1'], 'back from 0'],
  ['and to who uses fewer renderers', ['A1<A2', 'A3<A4', 'B1<B2'], ['C1'], 'back from 0'],
  ['but not to who has had less time', ['A1<A2', 'B1<C1'], [task('D1', { served: -5 })], 'nothing'],
  ['nor to its own organization', ['A1<A2', 'B1<B2'], ['A3', 'B3'], 'nothing'],
  ['one is taken back at a time', ['A1<A2!', 'A3<A4', 'B1<B2'], ['C1'], 'nothing'],
  ['what lies ahead of a slow document is taken back', ['A1<A2~', 'B1'], [], 'back from 0'],
  ['and nothing is sent there', ['A1~', 'B1~'], ['C1'], 'nothing'],
  ['a renderer alone serves everyone', [''], ['a1'], 'a1 to 0'],
]

t.test('renderers are shared out by rules', async (t) => {
  for (const [rule, renderers, waiting, next] of CASES) {
    await t.test(rule, async (t) => {
      t.equal(assign(renderers, waiting), next)
    })
  }
})
