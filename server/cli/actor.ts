import { userInfo } from 'node:os'

/** The actor of commands in the audit trail: the user of this machine. */
export function actor(): string {
  return `cli:${userName()}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch (error) {
    // A user id without an entry in the system's user list, as in many containers.
    if (error instanceof Error && 'code' in error) return String(process.getuid?.() ?? 'unknown')
    throw error
  }
}
