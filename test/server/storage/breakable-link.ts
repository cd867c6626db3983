import { createServer, type Server, Socket } from 'node:net'
import { Transform, type TransformCallback } from 'node:stream'
import type { Teardown } from '../folder.js'

interface LinkOptions {
  /** Nothing tells a client of PostgreSQL of notifications, as behind a pooler that listens to none. */
  readonly withoutNotifications?: boolean
}

/** A way to a TCP server that a test can cut, block and restore. */
export class BreakableLink {
  readonly #target: URL
  readonly #options: LinkOptions
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #blocked = false

  private constructor(target: URL, options: LinkOptions) {
    this.#target = target
    this.#options = options
  }

  /** @param target the address of the server, as a URL with a port */
  static async open(t: Teardown, target: string, options: LinkOptions = {}): Promise<BreakableLink> {
    const link = new BreakableLink(new URL(target), options)
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
    if (this.#options.withoutNotifications) far.pipe(new NotificationFilter()).pipe(near)
    else far.pipe(near)
  }
}

/** NotificationResponse of PostgreSQL's protocol. */
const NOTIFICATION = 'A'.charCodeAt(0)

/** Leaves the notifications out of what PostgreSQL sends: messages of a type, a length that counts itself, and content. */
class NotificationFilter extends Transform {
  #rest: Buffer = Buffer.alloc(0)

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = Buffer.concat([this.#rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest[0] !== NOTIFICATION) this.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    this.#rest = rest
    done()
  }
}
