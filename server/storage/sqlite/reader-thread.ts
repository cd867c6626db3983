import { workerData } from 'node:worker_threads'
import { serveOperations } from './serve-operations.js'
import { openSqliteReader } from './sqlite-store.js'

/** The entry of the reader's thread: a search here, however long, holds up nobody who writes. */
const { reader, close } = openSqliteReader(workerData)
serveOperations({ operations: reader, close })
