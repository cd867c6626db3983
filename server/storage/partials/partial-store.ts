import type { Page } from '../page.js'

/** Partials that an organization may have. */
export const MAX_PARTIALS = 200

/** UTF-8 bytes of one partial. */
export const MAX_PARTIAL_BYTES = 262_144

/** UTF-8 bytes of an organization's partials together, all of which a preview may ask for. */
export const MAX_PARTIALS_BYTES = 4_194_304

/** A part of templates that several templates of an organization include by its name. */
export interface PartialSummary {
  readonly name: string
  /** SHA-256 of its text, lower-case hexadecimal. */
  readonly hash: string
  /** In UTF-8. */
  readonly sizeBytes: number
  /** Counts its changes, from 1. */
  readonly revision: number
  readonly updatedAt: number
  readonly updatedBy: string | undefined
  /** How many published templates have it in them. */
  readonly users: number
}

/** A published template that has a partial in it. */
export interface PartialUser {
  readonly endpointPath: string
  readonly name: string
  readonly version: number
  /** Whether it has the partial as it is now; otherwise it was published before the last change. */
  readonly isCurrent: boolean
}

export interface SharedPartial extends Omit<PartialSummary, 'users'> {
  readonly html: string
  /** In the order of their paths. */
  readonly users: readonly PartialUser[]
}

/** The new state of a partial. */
export interface NewPartial {
  readonly organizationId: string
  readonly name: string
  readonly html: string
  /** The revision that it changes, 0 for a new one; whichever there is when absent. */
  readonly revision?: number | undefined
}

export type PartialChange =
  | { readonly kind: 'saved'; readonly revision: number; readonly isNew: boolean }
  /** Somebody else has changed it meanwhile. */
  | { readonly kind: 'conflict'; readonly revision: number; readonly updatedBy: string | undefined }
  /** The organization would have more partials, or more bytes of them, than it may. */
  | { readonly kind: 'too-much' }

/** The partials that templates of an organization share. Versions keep those that they were published with. */
export interface PartialStore {
  savePartial(partial: NewPartial, actor?: string): Promise<PartialChange>
  /** Versions that were published with it keep it. @throws StoreError `missing` */
  deletePartial(organizationId: string, name: string, actor?: string): Promise<void>
}

export interface PartialReader {
  /** In the order of their names. */
  listPartials(organizationId: string, page?: Page<Pick<PartialSummary, 'name'>>): Promise<readonly PartialSummary[]>
  findPartial(organizationId: string, name: string): Promise<SharedPartial | undefined>
  /** The texts of all partials by their names. */
  loadPartials(organizationId: string): Promise<ReadonlyMap<string, string>>
}
