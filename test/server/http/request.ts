import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

export interface Call {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  /** Sent with a Content-Length; a list is sent in chunks. */
  readonly body?: string | Uint8Array | readonly (string | Uint8Array)[]
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** The body as JSON; undefined when it is none, or is compressed. */
  readonly json: unknown
}

/** Asks again while there is no room, as an answer with 503 says: on a machine that has much else to do that may be a while. */
export async function whenThereIsRoom(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask()
  while (reply.status === 503) reply = await ask()
  return reply
}

/** One request on a connection of its own, with nothing added but what HTTP needs. */
export function send(url: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { 'content-type': type, 'content-encoding': encoding } = response.headers
        const isJson = type?.startsWith('application/json') && encoding === undefined && bytes.length > 0
        const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, json })
      })
    })
    if (Array.isArray(body)) {
      for (const chunk of body) request.write(chunk)
      request.end()
    } else {
      request.end(body)
    }
  })
}
