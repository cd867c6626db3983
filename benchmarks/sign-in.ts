import { hashToken, newToken } from '../server/dashboard/access/tokens.js'
import { openStore } from '../server/storage/open-store.js'

const HOUR_MS = 3_600_000

/** Makes an administrator and signs them in to the dashboard. Returns their cookie. */
export async function signIn(dataDir: string, databaseUrl: string | undefined): Promise<string> {
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const { id: userId } = await store.createUser({
      email: 'benchmark@example.com',
      passwordHash: '',
      isAdmin: true,
      membership: undefined,
    })
    const token = newToken()
    await store.startSession({
      userId,
      hash: hashToken(token),
      address: '::1',
      userAgent: 'benchmark',
      absoluteMs: HOUR_MS,
      idleMs: HOUR_MS,
    })
    return `platen=${token}`
  } finally {
    await store.close()
  }
}
