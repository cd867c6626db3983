import type { ServerResponse } from 'node:http'

/** The status of requests whose client went away before its answer was complete. No answer ever carries it. */
export const CLIENT_GONE = 499

/**
 * The status with which a request has ended, once its answer is closed. A client may close the connection the moment it
 * has the last byte, before we are told that it was sent: what was given to the system completely is complete.
 */
export function endedWith(response: ServerResponse): number {
  const isComplete = response.writableFinished || (response.writableEnded && response.writableLength === 0)
  return isComplete ? response.statusCode : CLIENT_GONE
}
