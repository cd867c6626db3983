import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** A thread that ends its process when a case takes more of the processors than it may: nothing else ends a loop. */

/** The case under way, or `undefined` between two. */
export type WatchedCase = { readonly name: string; readonly mostMs: number } | undefined

const LOOK_MS = 100

let watched: WatchedCase
let before = process.cpuUsage()

parentPort?.on('message', (next: WatchedCase) => {
  watched = next
  before = process.cpuUsage()
})

setInterval(() => {
  if (!watched) return
  const { user, system } = process.cpuUsage(before)
  if ((user + system) / 1000 <= watched.mostMs) return
  writeSync(2, `${watched.name}: more than ${Math.round(watched.mostMs)} ms of the processors\n`)
  process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
