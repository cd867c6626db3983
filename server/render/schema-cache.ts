import type { CheckableTemplate } from './check-body.js'

/** Keywords and names of all schemas kept: their functions take some kilobytes for each when all are needed. */
const MAX_WEIGHT = 60_000

/** Templates whose schema is small or absent weigh something too. */
const OWN_WEIGHT = 20

/** The schemas that a thread has made ready, those asked for last. */
export class SchemaCache {
  readonly #templates = new Map<string, CheckableTemplate>()
  #weight = 0

  get(versionId: string): CheckableTemplate | undefined {
    const template = this.#templates.get(versionId)
    if (template) {
      this.#templates.delete(versionId)
      this.#templates.set(versionId, template)
    }
    return template
  }

  /** Takes the place of what was kept for this version. */
  set(versionId: string, template: CheckableTemplate): void {
    this.#remove(versionId)
    this.#templates.set(versionId, template)
    this.#weight += weightOf(template)
    for (const oldest of this.#templates.keys()) {
      if (this.#weight <= MAX_WEIGHT || oldest === versionId) return
      this.#remove(oldest)
    }
  }

  #remove(versionId: string): void {
    const template = this.#templates.get(versionId)
    if (!template) return
    this.#templates.delete(versionId)
    this.#weight -= weightOf(template)
  }
}

function weightOf({ schema }: CheckableTemplate): number {
  return OWN_WEIGHT + (schema.kind === 'usable' ? schema.schema.weight : 0)
}
