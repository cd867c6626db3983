import { serveThread } from '../../../server/render/serve-thread.js'

/** What a task tells and asks each time: whether it is to go on. */
export interface Tick {
  readonly pid: number
}

/** A thread whose tasks ask the same again and again until the answer is no. */
serveThread<object, object, Tick, boolean>({
  async run(_, ask) {
    while (await ask({ pid: process.pid }));
    return {}
  },
})
