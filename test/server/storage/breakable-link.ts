import { createServer, type Server, Socket } from 'node:net'
import type { Teardown } from '../folder.js'

/** A way to a TCP server that a test can cut, block and restore. */
export class BreakableLink {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #blocked = false

  private constructor(target: URL) {
    this.#target = target
  }

  /** @param target the address of the server, as a URL with a port */
  static async open(t: Teardown, target: string): Promise<BreakableLink> {
    const link = new BreakableLink(new URL(target))
    await link.restore()
    t.teardown(() => link.cut())
    return link
  }

  /** The target's address by this way. */
  get url(): string {
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  /** Ends all connections and lets none in. */
  async cut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  }

  /** Connections stay open, but nothing comes through any more. */
  block(): void {
    this.#blocked = true
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  async restore(): Promise<void> {
    await this.cut()
    this.#blocked = false
    const server = createServer((socket) => this.#connect(socket))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address === 'object' && address !== null) this.#port = address.port
  }

  #connect(near: Socket): void {
    const far = new Socket()
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    if (this.#blocked) return
    far.connect(Number(this.#target.port || 5432), this.#target.hostname)
    near.pipe(far)
    far.pipe(near)
  }
}
