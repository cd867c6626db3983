import { statfs } from 'node:fs/promises'
import { StoreError } from '../store.js'

/**
 * File systems of other machines, by the type that Linux gives them (`statfs(2)`). Their locks and shared memory do
 * not hold what SQLite's write-ahead log needs, and data would be lost without an error.
 */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
  [0x0bd00bd0, 'Lustre'],
])

/** The name of a network file system by its type, undefined for all others. */
export function networkFileSystem(type: number): string | undefined {
  return NETWORK_FILE_SYSTEMS.get(type >>> 0)
}

/** @throws StoreError `unusable` when a folder is on another machine's disk, as far as the system tells */
export async function assertLocalDisk(folder: string): Promise<void> {
  // Other systems have other numbers.
  if (process.platform !== 'linux') return
  const name = networkFileSystem((await statfs(folder)).type)
  if (name !== undefined) throw new StoreError('unusable', `${name} is no local disk, as its database needs`)
}
