import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { isAlive } from '../is-alive.js'
import { until } from '../until.js'
import { openTickingPool, type Ticking } from './ticking.js'

/** Enough to see that another process, which is as fast, does nothing. */
const MANY = 50

const LONG_MS = 3_600_000

/** Many times what a task needs to tick so often. */
const PAUSE_MS = 500

const canPause = process.platform !== 'win32'

t.test('a task stands still while it is paused, and others go on', { skip: !canPause }, async (t) => {
  const { pool, start } = openTickingPool()
  t.teardown(() => pool.close())
  const tasks = [await start('acme'), await start('other')]
  const begun = performance.now()
  pool.pause(LONG_MS)
  const wanted = tasks.map(({ ticks }) => ticks + MANY)
  const isFast = (task: Ticking) => task.ticks >= (wanted[tasks.indexOf(task)] ?? 0)
  await until(() => tasks.some(isFast))
  const fast = tasks.find(isFast)
  const still = tasks.find((task) => task !== fast)
  if (!fast || !still) return
  const { ticks } = still
  while (performance.now() < begun + PAUSE_MS) await fast.more(MANY)
  t.equal(still.ticks, ticks)

  pool.resume()
  await still.more(1)
  pool.pause(PAUSE_MS)
  const inThePause = still.ticks
  await fast.more(MANY)
  t.ok(still.ticks > inThePause, 'all its pauses together are to be so long at most')
})

t.test('a task that is paused goes on by itself in time', { skip: !canPause }, async (t) => {
  const { pool, start } = openTickingPool()
  t.teardown(() => pool.close())
  const tasks = [await start('acme'), await start('other')]
  pool.pause(20)
  for (const task of tasks) await task.more(MANY)
  t.pass()
})

t.test('what finished before its process was stopped leaves it awake', { skip: !canPause }, async (t) => {
  const { pool, start } = openTickingPool()
  t.teardown(() => pool.close())
  const tasks = [await start('acme'), await start('other')]
  for (let round = 0; round < MANY; round++) {
    const [first, second] = tasks
    let isOver = false
    const ended = first?.finish().then(() => {
      isOver = true
    })
    const enough = (second?.ticks ?? 0) + MANY
    pool.pause(LONG_MS)
    await until(() => isOver || (second?.ticks ?? 0) >= enough)
    // It was stopped before.
    if (!isOver) pool.resume()
    await ended
    tasks.shift()
    tasks.push(await start(`organization ${round}`))
  }
  t.equal(tasks.length, 2, 'each has begun')
})

t.test('a process that stands still ends when the service is gone', { skip: !canPause }, async (t) => {
  const owner = spawn(process.execPath, [fileURLToPath(new URL('./paused-owner.js', import.meta.url))])
  const ended = once(owner, 'exit')
  const [line] = await once(createInterface({ input: owner.stdout }), 'line')
  const pids: readonly number[] = JSON.parse(line)
  t.equal(new Set(pids).size, 2)
  t.ok(pids.every(isAlive))
  owner.kill('SIGKILL')
  await ended
  await until(() => !pids.some(isAlive))
  t.notOk(pids.some(isAlive))
})
