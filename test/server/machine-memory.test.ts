import t from 'tap'
import { describeMemoryFault, machineMemoryMb } from '../../server/machine-memory.js'
import { startOwnService } from './service.js'

/** The most that the setting takes. */
const MOST_MB = 65_536

t.test('a document may need less memory than the machine has', async (t) => {
  t.equal(describeMemoryFault(1_024, 2_048), undefined)
  t.match(describeMemoryFault(1_024, 1_024), /^PLATEN_DOCUMENT_MEMORY_MB is 1024, and .* has 1024 MB/)
  t.ok(machineMemoryMb() > 0)
})

t.test('a service whose documents may need more than the machine has warns at its start', async (t) => {
  const service = await startOwnService(t, { documentMemoryMb: MOST_MB })
  const isWarning = (line: string) => line.includes('PLATEN_DOCUMENT_MEMORY_MB')
  if (machineMemoryMb() > MOST_MB) t.notOk(service.process.logs.some(isWarning), 'this machine has more')
  else t.match(JSON.parse(await service.process.logged(isWarning)), { level: 40, msg: /65536, and the machine/ })
})
