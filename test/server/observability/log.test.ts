import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import t from 'tap'

/** A program that logs, in a process of its own, since standard output is the process's. */
function logging(program: string) {
  const module = new URL('../../../server/observability/log.js', import.meta.url).href
  // What other threads do for it comes late: there is one, and it is busy.
  const busy = `import { pbkdf2 } from 'node:crypto'\npbkdf2('a', 'b', 200_000, 64, 'sha512', () => undefined)`
  const source = `import { createLog } from ${JSON.stringify(module)}\n${busy}\nconst log = createLog('info')\n${program}`
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
}

t.test('a line is written although no other follows and the process continues', async (t) => {
  const child = logging(`log.info({ request_id: 'req_1' }, 'answered')\nprocess.stdin.resume()`)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  t.match(JSON.parse(line), { level: 30, request_id: 'req_1', msg: 'answered' })
  child.stdin.end()
  await once(child, 'exit')
})

t.test('no line is lost or late when the process ends, in whatever way it ends itself', async (t) => {
  const ends = { 'told to': 'process.exit()', 'by an error': 'throw new Error()', 'with nothing left to do': '' }
  for (const [name, end] of Object.entries(ends)) {
    const child = logging(`for (let count = 1; count <= 300; count++) log.info({ count }, 'counted')\n${end}`)
    const lines = (await text(child.stdout)).trimEnd().split('\n')
    t.strictSame(
      lines.map((line) => JSON.parse(line).count),
      Array.from({ length: 300 }, (_, index) => index + 1),
      name,
    )
  }
})

t.test(
  'what fails while something is away is no news: its line is at debug, without a trace of the stack',
  async (t) => {
    const program = `const quiet = createLog('trace', ({ name }) => name === 'Away')
const away = Object.assign(new Error('it is away'), { name: 'Away' })
quiet.warn({ err: away, queue: 'render' }, 'no jobs could be taken')
quiet.fatal({ err: away }, 'the end')
quiet.error({ err: new Error('a fault') }, 'something else')`
    const child = logging(program)
    child.stdin.end()
    const lines = (await text(child.stdout))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    t.match(lines, [
      { level: 20, queue: 'render', reason: 'it is away', err: undefined, msg: 'no jobs could be taken' },
      { level: 60, err: { stack: String } },
      { level: 50, err: { stack: String } },
    ])
  },
)
