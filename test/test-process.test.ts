import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const tap = import.meta.resolve('tap')
const testProcess = new URL('./test-process.js', import.meta.url).href
const folder = fileURLToPath(new URL('.', import.meta.url))

/** Runs a program as a test of a process of its own: the status of that process, and its output. */
function runAsTest(program: string, timeout = 600_000): Promise<{ status: unknown; out: string }> {
  const runner = `
    import t from ${JSON.stringify(tap)}
    import { TestProcess } from ${JSON.stringify(testProcess)}
    const args = ['--input-type=module', '-e', ${JSON.stringify(program)}]
    t.sub(TestProcess, { name: 'program', args, timeout: ${timeout} })`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', runner], { cwd: folder }, (error, out) => {
      resolve({ status: error ? error.code : 0, out })
    })
  })
}

const passes = `import t from ${JSON.stringify(tap)}; t.pass('passes');`

t.test('a process whose tests pass is a test that passes', async (t) => {
  const { status, out } = await runAsTest(passes)
  t.match([status, out], [0, /ok 1 - program/])
})

t.test('a process fails as a test', async (t) => {
  const ends = [
    ['by a test that fails', `${passes} t.fail('fails')`],
    ['by its status', `${passes} process.exitCode = 3`],
    ['by a signal', `${passes} process.kill(process.pid, 'SIGKILL')`],
    ['by an error', `${passes} throw new Error('thrown')`],
  ] as const
  for (const [how, program] of ends) {
    const { status, out } = await runAsTest(program)
    t.match([status, out], [1, /not ok 1 - program/], how)
  }
})

t.test('a process that does not end is ended when its time is over', async (t) => {
  const { status, out } = await runAsTest('setInterval(() => {}, 1000)', 500)
  t.match([status, out], [1, /timeout!/])
})

t.test('nothing is loaded into a process that it did not ask for', async (t) => {
  const { status } = await runAsTest(
    `${passes} t.equal(process.env.NODE_OPTIONS, ${JSON.stringify(process.env.NODE_OPTIONS)})`,
  )
  t.equal(status, 0)
})
