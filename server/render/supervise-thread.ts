import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { FrameReader, writeFrame } from './frames.js'
import type { FromProcess, ProcessSetup, ToProcess } from './process-messages.js'
import { type Claim, claimTask, type FromThread, newClaim, plainError, type ToThread } from './thread-messages.js'

/**
 * The main thread of a process that a `ProcessPool` has started. Tasks run in its one other thread; this one passes
 * them on, watches over memory and processor time, which are all this one task's, and ends the process when the pool is
 * gone.
 */

/** The socket to the pool, as `TaskProcess` arranges it. */
const LINK = 3

/** V8's share of the limit, for objects. The rest is for buffers, code and Node.js itself. */
const HEAP_SHARE = 0.75

/** How often memory and processor time are looked at while a task is under way. */
const WATCH_INTERVAL_MS = 50

/** After so many looks without a task nobody looks any more. */
const IDLE_LOOKS = 20

const MEGABYTE = 1_048_576

const setup: ProcessSetup = JSON.parse(process.argv[2] ?? '')

// Signals to a whole group of processes, such as Ctrl-C, are for the service, which ends this one when it has finished
// what is under way. A group of its own would have a priority of its own: Linux shares processors among sessions first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const link = new Socket({ fd: LINK, readable: true, writable: true })
const thread = new Worker(new URL(setup.file), {
  resourceLimits: { maxOldGenerationSizeMb: Math.floor(setup.limitMb * HEAP_SHARE) },
})

/** Tasks that were passed on and are not finished, in their order: the first is under way. */
const tasks: { readonly id: number; readonly claim: Claim }[] = []
/** Memory that the process held when it was last idle, in bytes; 0 until it is known. */
let held = 0
/** Processor time of the process when the task under way began. */
let usedBefore = process.cpuUsage()
let watching: NodeJS.Timeout | undefined
let idleLooks = 0
let isSurplusTold = false
let isEnding = false

/** Processes that may stand still, and would do so for ever without their pool. */
const guarded = new Set<number>()

/** At once, also while the thread computes: nothing here is worth saving. */
function end(): void {
  for (const pid of guarded) wake(pid)
  process.kill(process.pid, 'SIGKILL')
}

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It is gone, and so is what could be done for it.
  }
}

/** Ends when everything that was told is on its way. */
function endSoon(): void {
  if (isEnding) return
  isEnding = true
  link.end(end)
}

function tell(message: FromProcess<unknown, unknown>): void {
  writeFrame(link, message)
}

function begin(order: Extract<ToProcess<unknown, unknown>, { readonly kind: 'task' }>, memory: readonly ArrayBuffer[]) {
  const claim = newClaim()
  if (tasks.length === 0) usedBefore = process.cpuUsage()
  tasks.push({ id: order.id, claim })
  pass({ ...order, claim }, memory)
  idleLooks = 0
  watching ??= setInterval(look, WATCH_INTERVAL_MS)
}

function pass(message: ToThread<unknown, unknown>, memory: readonly ArrayBuffer[]): void {
  thread.postMessage(message, memory)
}

function takeBack(id: number): void {
  const index = tasks.findIndex((task) => task.id === id)
  const task = tasks[index]
  if (task && claimTask(task.claim)) {
    tasks.splice(index, 1)
    tell({ kind: 'returned', id })
  } else {
    tell({ kind: 'kept', id })
  }
}

function look(): void {
  const bytes = process.memoryUsage.rss()
  if (tasks.length > 0) {
    idleLooks = 0
    if (bytes > setup.limitMb * MEGABYTE && !isEnding) outgrow()
    else if (usedMs() > (setup.processorMs ?? Number.POSITIVE_INFINITY) && !isEnding) exhaust()
    return
  }
  weigh(bytes)
  if (++idleLooks < IDLE_LOOKS) return
  clearInterval(watching)
  watching = undefined
}

/** Processor time that the task under way has taken. A process that others keep from a processor does not use any. */
function usedMs(): number {
  const { user, system } = process.cpuUsage(usedBefore)
  return (user + system) / 1_000
}

function exhaust(): void {
  const [task] = tasks
  if (task) tell({ kind: 'exhausted', id: task.id })
  endSoon()
}

/** A task needs more than it may have: by its own fault, unless others had left most of it behind. */
function outgrow(): void {
  const [task] = tasks
  if (task && held <= setup.retainedMb * MEGABYTE) tell({ kind: 'outgrown', id: task.id })
  endSoon()
}

/** Notes what is held between two tasks. */
function weigh(bytes: number): void {
  held = bytes
  if (held <= setup.retainedMb * MEGABYTE || isSurplusTold) return
  isSurplusTold = true
  tell({ kind: 'replace-me', heldMb: Math.round(held / MEGABYTE) })
}

const reader = new FrameReader(({ message, memory }) => {
  const order = message as ToProcess<unknown, unknown>
  if (order.kind === 'task') begin(order, memory)
  else if (order.kind === 'take-back') takeBack(order.id)
  else if (order.kind === 'guard') guarded.add(order.pid)
  else if (order.kind === 'ask') tell({ kind: 'here' })
  else pass(order, memory)
})

thread.on('message', (message: FromThread<unknown, unknown>) => {
  if (message.kind === 'finished' || message.kind === 'failed') {
    tasks.shift()
    usedBefore = process.cpuUsage()
    weigh(process.memoryUsage.rss())
  }
  tell(message)
})
thread.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') outgrow()
  else tell({ kind: 'broken', id: tasks[0]?.id, error: plainError(error) })
})
// It never ends while all is well.
thread.on('exit', endSoon)
link.on('data', (chunk) => reader.push(chunk))
link.on('close', end)
link.on('error', end)
