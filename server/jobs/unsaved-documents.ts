/**
 * Documents that are made and not stored yet, and their bytes. With fewer, a slow storage would hold up the renderers;
 * with more, one that does not answer would fill the memory, and more would be rendered in vain.
 */
const MAX_DOCUMENTS = 32
const MAX_BYTES = 67_108_864

/** The documents of this process that are on their way into the storage, while others are rendered already. */
export class UnsavedDocuments {
  #documents = 0
  #bytes = 0

  /** Takes room for a document; false when there is none: nothing should be rendered meanwhile. */
  take(bytes: number): boolean {
    if (this.#documents >= MAX_DOCUMENTS || this.#bytes + bytes > MAX_BYTES) return false
    this.#documents++
    this.#bytes += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#documents--
    this.#bytes -= bytes
  }
}
