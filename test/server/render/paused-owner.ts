import { openTickingPool } from './ticking.js'

/** A program with a pool of which it has stopped a process for good; it prints the ids of both. */
const { pool, start } = openTickingPool()
const [stopped, guard] = [await start('acme'), await start('other')]
pool.pause(3_600_000)
console.log(JSON.stringify([stopped.pid, guard.pid]))
