import { totalmem } from 'node:os'

const MEGABYTE = 1_048_576

/** The memory of the machine, or of the container that the process is in, in MB. */
export function machineMemoryMb(): number {
  const limit = process.constrainedMemory()
  // Where nothing is limited, it is 0, or more than any machine has.
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.floor(bytes / MEGABYTE)
}

/** What is wrong with the memory that one document may need; undefined when the machine has it. */
export function describeMemoryFault(documentMemoryMb: number, machineMb: number): string | undefined {
  if (documentMemoryMb < machineMb) return undefined
  return `PLATEN_DOCUMENT_MEMORY_MB is ${documentMemoryMb}, and the machine or its container has ${machineMb} MB: a document that needs so much would end the service before it is refused`
}
