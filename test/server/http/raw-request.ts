import { connect, type Socket } from 'node:net'

/** Everything a connection received until it had one whole answer and nothing more followed. */
export interface RawReply {
  readonly text: string
  /** Status lines in it: what was meant as one request must not be answered as two. */
  readonly answers: number
  readonly status: number
  readonly requestId: string | undefined
  readonly code: string | undefined
  readonly milliseconds: number
}

/** Sends bytes as they are, over a connection of their own. `end` closes our side of it at once. */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { end = false }: { readonly end?: boolean } = {},
): Promise<RawReply> {
  const begin = performance.now()
  const socket = await open(url)
  if (end) socket.end(bytes)
  else socket.write(bytes)
  return readReply(socket, begin)
}

export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Reads until the server closes, or an answer is complete whose connection stays open. */
export function readReply(socket: Socket, begin: number = performance.now()): Promise<RawReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const finish = () => {
      socket.destroy()
      resolve(describe(Buffer.concat(chunks).toString('latin1'), performance.now() - begin))
    }
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (isComplete(Buffer.concat(chunks).toString('latin1'))) finish()
    })
    // A server that refuses in the middle may reset what is still being sent.
    socket.on('error', finish)
    socket.on('close', finish)
  })
}

function isComplete(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n', 2)
  if (body === undefined || /^connection: close/im.test(head)) return false
  const start = text.indexOf('\r\n\r\n') + 4
  return text.length - start >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

function describe(text: string, milliseconds: number): RawReply {
  return {
    text,
    answers: text.match(/^HTTP\/1\.1 \d{3} /gm)?.length ?? 0,
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0),
    requestId: /^x-request-id: (\S+)/im.exec(text)?.[1],
    code: /"code":"(\w+)"/.exec(text)?.[1],
    milliseconds,
  }
}
