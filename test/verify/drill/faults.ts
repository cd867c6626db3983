import { setTimeout as delay } from 'node:timers/promises'
import { fill } from '../../server/small-disk.js'
import type { BucketMood, FailingBucket } from '../../server/storage/failing-bucket.js'
import type { OwnPostgres } from './own-postgres.js'
import type { Receivers } from './receivers.js'
import type { ServiceNode } from './service-node.js'

/** Something that goes wrong, and is over when it resolves. */
export interface Fault {
  readonly name: string
  run(random: () => number): Promise<void>
}

export interface World {
  readonly nodes: readonly ServiceNode[]
  readonly bucket: FailingBucket
  readonly receivers: Receivers
  /** Absent where PostgreSQL is not installed. */
  readonly postgres: OwnPostgres | undefined
  /** The disk that data are on; absent where none may be mounted. */
  readonly disk: string | undefined
}

/** From `low` to `high` seconds, in ms. */
function seconds(random: () => number, low: number, high: number): number {
  return (low + random() * (high - low)) * 1_000
}

function choose<T>(random: () => number, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)]
}

/** Stops all nodes in order and starts them again, one after the other, as for an update. */
export async function restartInTurn({ nodes }: Pick<World, 'nodes'>): Promise<void> {
  for (const node of nodes) {
    await node.alone(async () => {
      await node.stop()
      await node.start()
    })
  }
}

/** What happens to the processes of the service. @param mortal the nodes whose own process may be ended */
export function processFaults({ nodes }: World, mortal: () => readonly ServiceNode[]): readonly Fault[] {
  const withNode = (action: (node: ServiceNode, random: () => number) => Promise<void>, of = mortal) => {
    return async (random: () => number) => {
      const node = choose(random, of())
      await node?.alone(() => action(node, random))
    }
  }
  const anyNode = () => nodes
  return [
    { name: 'SIGKILL of a node', run: withNode((node, random) => node.kill(seconds(random, 0, 2))) },
    {
      name: 'SIGTERM of a node',
      run: withNode(async (node) => {
        await node.stop()
        await node.start()
      }),
    },
    {
      name: 'SIGSTOP of a node',
      run: withNode((node, random) => node.freeze(seconds(random, 1, 18)), anyNode),
    },
    {
      name: 'SIGKILL of a process that renders or checks',
      run: withNode(async (node, random) => {
        node.signalHelper('SIGKILL', (pids) => choose(random, pids))
      }, anyNode),
    },
    {
      name: 'SIGSTOP of a process that renders or checks',
      run: withNode(async (node, random) => {
        node.signalHelper('SIGSTOP', (pids) => choose(random, pids))
      }, anyNode),
    },
    {
      name: 'SIGSTOP of a process that is being started',
      run: withNode(async (node, random) => {
        node.signalHelper('SIGKILL', (pids) => choose(random, pids))
        await delay(200)
        node.signalHelper('SIGSTOP', (pids) => pids.at(-1))
      }, anyNode),
    },
  ]
}

/** What happens to everything around it. */
export function surroundingFaults({ bucket, receivers, postgres, disk }: World): readonly Fault[] {
  const withBucket = (mood: BucketMood) => ({
    name: mood === 'hang' ? 'a bucket that hangs' : `a bucket that answers ${mood}`,
    run: async (random: () => number) => {
      bucket.mood = mood
      await delay(seconds(random, 3, 15))
      bucket.mood = 'pass'
    },
  })
  const faults: Fault[] = [
    withBucket(503),
    withBucket(403),
    withBucket('hang'),
    {
      name: 'receivers that are away',
      run: async (random) => {
        receivers.areAway = true
        await delay(seconds(random, 2, 8))
        receivers.areAway = false
      },
    },
  ]
  if (postgres) {
    for (const mode of ['fast', 'immediate'] as const) {
      faults.push({
        name: mode === 'fast' ? 'a restart of the database' : 'a crash of the database',
        run: async (random) => {
          await postgres.stop(mode)
          await delay(seconds(random, 0, 5))
          await postgres.begin()
        },
      })
    }
  }
  if (disk !== undefined) {
    faults.push({
      name: 'a full disk',
      run: async (random) => {
        const empty = fill(disk)
        await delay(seconds(random, 4, 12))
        empty()
        await postgres?.beginAgain()
      },
    })
  }
  return faults
}

/** Each fault once, in any order, and then any of them. */
export function* faultsInOrder(faults: readonly Fault[], random: () => number): Generator<Fault> {
  const first = faults.map((fault) => ({ fault, place: random() })).sort((a, b) => a.place - b.place)
  for (const { fault } of first) yield fault
  for (;;) {
    const fault = choose(random, faults)
    if (fault) yield fault
  }
}

/** Lets one thing after the other go wrong until it is told to stop. */
export async function goWrong(
  faults: readonly Fault[],
  random: () => number,
  { pauseMs, isOver, onFault }: { readonly pauseMs: number; isOver(): boolean; onFault(name: string): void },
): Promise<void> {
  for (const fault of faultsInOrder(faults, random)) {
    await delay(pauseMs * (0.5 + random()))
    if (isOver()) return
    onFault(fault.name)
    await fault.run(random)
  }
}
