/** Why a request was not answered; the message is shown to the endpoint's owner. */
export class SendError extends Error {
  override readonly name = 'SendError'
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was closed'],
  ['EPIPE', 'the connection was closed before the request was complete'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'the host cannot be reached'],
  ['ENOTFOUND', 'the host name does not exist'],
  ['ENODATA', 'the host name has no address'],
  ['EAI_AGAIN', 'the name servers do not answer'],
  ['ETIMEOUT', 'the name servers do not answer'],
  ['ESERVFAIL', 'the name servers do not answer'],
  ['EREFUSED', 'the name servers do not answer'],
  ['HPE_HEADER_OVERFLOW', 'the headers of the answer are too large'],
])

/** A failure, described for people who read the log. */
export function describeSendError(error: unknown): string {
  if (error instanceof SendError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const description = DESCRIPTIONS.get(code)
  if (description !== undefined) return description
  if (code.startsWith('HPE_')) return 'the answer is not HTTP'
  if (/EPROTO|CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code)) return `the connection could not be secured (${code})`
  return code === '' ? 'the request failed' : `the request failed (${code})`
}
