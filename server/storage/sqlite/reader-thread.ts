import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { serveOperations } from './serve-operations.js'
import { openSqliteReader, type SqlitePaths } from './sqlite-store.js'

/** The entry of the reader's thread: a search here, however long, holds up nobody who writes. */
const paths: SqlitePaths = workerData
const { reader, close } = openSqliteReader(paths)
serveOperations({ folder: dirname(paths.main), operations: reader, close })
