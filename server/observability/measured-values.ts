import { Gauge, type Registry } from 'prom-client'

/** Values that are read when somebody asks. */
export interface MeasuredValues {
  /** Documents that wait in the queue, as this process knows it. */
  waitingDocuments(): number
  /** The queue as the database has it; undefined when it cannot be asked. */
  readQueue(): Promise<MeasuredQueue | undefined>
  /** Whether documents can be stored, as far as is known. */
  isStorageUp(): boolean
  /** Free bytes of the disk that data are written to; undefined where there is none. */
  readFreeBytes(): Promise<number | undefined>
  /** The processes of the service, by their kinds. */
  processes(): readonly { readonly kind: string; readonly pid: number | undefined }[]
  /** What is being delivered. */
  deliveries(): MeasuredDeliveries
}

export interface MeasuredQueue {
  readonly oldestMs: number
  readonly organizations: readonly { readonly organizationId: string; readonly waiting: number }[]
}

export interface MeasuredDeliveries {
  /** Requests under way. */
  readonly running: number
  /** Endpoints that they go to. */
  readonly lanes: number
  /** Endpoints that have less room because they were slow. */
  readonly slowLanes: number
}

/** Reads the memory that a process has, in bytes; undefined when it is gone or the system does not tell. */
export type ReadMemory = (pid: number) => Promise<number | undefined>

/** Registers what is read when somebody asks. */
export function registerGauges(registry: Registry, values: MeasuredValues, readMemory: ReadMemory): void {
  const registers = [registry]
  gauge(registers, 'platen_documents_waiting', 'Documents that wait in the queue', () => values.waitingDocuments())
  gauge(
    registers,
    'platen_document_storage_up',
    '1 while documents can be stored, 0 while the storage is away, full or refuses',
    () => (values.isStorageUp() ? 1 : 0),
  )
  registerQueue(registers, values)
  registerDeliveries(registers, values)
  new Gauge({
    name: 'platen_data_free_bytes',
    help: 'Free room of the disk that data are written to',
    registers,
    async collect() {
      const bytes = await values.readFreeBytes()
      if (bytes !== undefined) this.set(bytes)
    },
  })
  new Gauge({
    name: 'platen_process_memory_bytes',
    help: 'Memory of the processes of the service, by kind and number',
    labelNames: ['process'],
    registers,
    async collect() {
      this.reset()
      const numbers = new Map<string, number>()
      for (const { kind, pid } of values.processes()) {
        const number = (numbers.get(kind) ?? 0) + 1
        numbers.set(kind, number)
        const bytes = pid === undefined ? undefined : await readMemory(pid)
        if (bytes !== undefined) this.set({ process: `${kind}-${number}` }, bytes)
      }
    },
  })
}

function registerQueue(registers: Registry[], values: MeasuredValues): void {
  // All three are asked at once for what one look says. Whoever sets another's value comes too late: it is written already.
  let looking: Promise<MeasuredQueue | undefined> | undefined
  const look = () => {
    looking ??= values.readQueue().finally(() => {
      looking = undefined
    })
    return looking
  }
  new Gauge({
    name: 'platen_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'platen_documents_waiting_by_organization',
    help: 'Documents that wait in the queue, of the organizations that have most',
    labelNames: ['organization'],
    registers,
    async collect() {
      const queue = await look()
      if (!queue) return
      this.reset()
      for (const { organizationId, waiting } of queue.organizations) {
        this.set({ organization: organizationId }, waiting)
      }
    },
  })
  new Gauge({
    name: 'platen_queue_oldest_seconds',
    help: 'For how long the document has been due that waits longest',
    registers,
    async collect() {
      const queue = await look()
      if (queue) this.set(queue.oldestMs / 1_000)
    },
  })
}

function registerDeliveries(registers: Registry[], { deliveries }: MeasuredValues): void {
  const { name, help } = { name: 'platen_webhook_lanes', help: 'Endpoints that are delivered to, by their state' }
  gauge(registers, 'platen_webhook_requests', 'Requests to webhooks under way', () => deliveries().running)
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers,
    collect() {
      const { lanes, slowLanes } = deliveries()
      this.set({ state: 'busy' }, lanes)
      this.set({ state: 'slow' }, slowLanes)
    },
  })
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}
