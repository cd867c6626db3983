import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type t from 'tap'
import type { StoreLocation } from '../../server/storage/open-store.js'
import { makeFolder, type Teardown } from './folder.js'

/** A kind of database that the service can keep its data in. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** A place without data that is taken away again. */
  newLocation(t: Teardown): Promise<StoreLocation>
}

const SQLITE: Engine = {
  name: 'SQLite',
  newLocation: async (t) => ({ dataDir: join(makeFolder(t), 'data') }),
}

const POSTGRES: Engine = {
  name: 'PostgreSQL',
  newLocation: async (t) => ({ dataDir: join(makeFolder(t), 'data'), databaseUrl: await createDatabase(t) }),
}

/** The server for tests; a database of its own is created in it for each place, and dropped. */
const SERVER_URL = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres'

/** Why PostgreSQL is not tested. A server that was named has to be there. */
async function findProblem(): Promise<string | undefined> {
  try {
    await administer('select 1')
    return undefined
  } catch (error) {
    if (process.env.TEST_DATABASE_URL !== undefined) throw error
    return `PostgreSQL is not tested: ${error instanceof Error ? error.message : error} (TEST_DATABASE_URL names a server)`
  }
}

const problem = await findProblem()

/** Where a test tells people something. */
export interface Commented {
  comment(text: string): void
}

/** All engines that tests can run on. Where a server is missing, that is said in one line. */
export function engines(test: Commented): readonly Engine[] {
  if (problem === undefined) return [SQLITE, POSTGRES]
  test.comment(problem)
  return [SQLITE]
}

let current = SQLITE

/** The engine of the tests that run now. */
export function currentEngine(): Engine {
  return current
}

/** Runs test files once more, in this process and on PostgreSQL. */
export async function runOnPostgres(test: typeof t, files: readonly string[], base: string): Promise<void> {
  if (problem !== undefined) {
    test.pass(problem)
    return
  }
  current = POSTGRES
  for (const file of files) await import(new URL(file, base).href)
}

async function createDatabase(t: Teardown): Promise<string> {
  const name = `platen_test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} encoding 'UTF8' template template0`)
  t.teardown(() => administer(`drop database ${name} with (force)`))
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement in the database that the server's address names. */
export async function administer(statement: string, url: string = SERVER_URL): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
