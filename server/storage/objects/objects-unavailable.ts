import { StoreUnavailable } from '../store.js'

/** The storage of objects is away, full, or refuses what we ask for. */
export class ObjectsUnavailable extends StoreUnavailable {
  /** It has answered, and says no: waiting does not help, other settings or rights do. */
  readonly isRefusal: boolean

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}
