import { join } from 'node:path'
import { DiskObjects } from './disk-objects.js'
import type { ObjectStorage } from './object-storage.js'
import { S3Objects, type S3Settings } from './s3-objects.js'

/** The storage of documents: a bucket, or else files in the data directory. */
export function openObjects({
  s3,
  dataDir,
}: {
  readonly s3?: S3Settings | undefined
  readonly dataDir: string
}): ObjectStorage {
  return s3 ? new S3Objects(s3) : new DiskObjects(join(dataDir, 'objects'))
}
