import type { ProfileName } from '../../engine/base/profile.js'
import type { Standard } from '../../engine/base/standards.js'
import type { Orientation, PageSizeName } from '../../engine/template/template-source.js'
import type { AccountStore } from './accounts/account-store.js'
import type { MemberStore } from './accounts/member-store.js'
import type { AdministrationStore } from './administration/administration-store.js'
import type { StageMove } from './administration/template-stages.js'
import type { ChangeSignal } from './change-signal.js'
import type { TemplateChoices } from './choices-column.js'
import type { DraftStore } from './drafts/draft-store.js'
import type { Page } from './page.js'
import type { PartialStore } from './partials/partial-store.js'
import type { UsageKind } from './periods.js'
import type { RequestLogStore } from './request-log/request-log-store.js'
import type { JobStore, RequestStore } from './requests/request-store.js'
import type { StoreReader } from './store-reader.js'
import type { WebhookStore } from './webhooks/webhook-store.js'

export const PLANS = ['free', 'pro', 'scale', 'enterprise'] as const

export type Plan = (typeof PLANS)[number]

export interface Organization {
  /** `org_…` */
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly plan: Plan
  /** Documents a month, when it differs from the plan's. */
  readonly monthlyQuota: number | undefined
  /** IANA time zone of documents whose templates name none; the service's when absent. */
  readonly timeZone: string | undefined
  /** Members without a second factor must set one up before they see anything. */
  readonly requiresSecondFactor: boolean
  /** Days that its documents are kept, when they are fewer than the plan's. */
  readonly documentDays?: number | undefined
  /** Days that the data of its asynchronous requests are kept; not at all when absent. */
  readonly keepDataDays?: number | undefined
  /** Requests of each of its keys; as many as the service says when absent, without a limit when 0. */
  readonly requestsPerSecond?: number | undefined
  /** Epoch ms, like every time of the store. */
  readonly createdAt: number
}

export interface NewOrganization {
  readonly slug: string
  readonly name: string
  readonly plan: Plan
  readonly monthlyQuota?: number | undefined
  readonly timeZone?: string | undefined
}

/** The rights of keys: to make documents, which all have, and to change what they are made from. */
export const KEY_SCOPES = ['generate', 'manage', 'generate-html'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

/** An API key as the store knows it: never its text. */
export interface ApiKey {
  /** `key_…` */
  readonly id: string
  readonly organizationId: string
  /** SHA-256 of the key's text, lower-case hexadecimal. */
  readonly hash: string
  /** Both ends of the key, for people to tell their keys apart. */
  readonly display: string
  readonly description: string
  /** Addresses and CIDR ranges the key may be used from; empty means from anywhere. */
  readonly allowIps: readonly string[]
  readonly scopes: readonly KeyScope[]
  /** It makes test documents only. */
  readonly isTestOnly: boolean
  /** It is refused from this time on; never when absent. */
  readonly expiresAt: number | undefined
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
  /** The last request that was refused for the key that it showed. */
  readonly lastRefusal: KeyRefusal | undefined
  /** As many as the organization says when absent. */
  readonly requestsPerSecond?: number | undefined
  readonly revokedAt: number | undefined
}

export interface NewApiKey {
  readonly organizationId: string
  readonly hash: string
  readonly display: string
  readonly description: string
  readonly allowIps: readonly string[]
  /** `generate` alone when absent. */
  readonly scopes?: readonly KeyScope[] | undefined
  readonly isTestOnly?: boolean | undefined
  readonly expiresAt?: number | undefined
  readonly requestsPerSecond?: number | undefined
}

/** The part of a key that can be changed. */
export interface KeySettings {
  readonly description: string
  readonly allowIps: readonly string[]
  readonly scopes: readonly KeyScope[]
  readonly isTestOnly: boolean
  readonly expiresAt: number | undefined
  readonly requestsPerSecond?: number | undefined
}

/** Why a request with a key was refused. */
export interface KeyRefusal {
  readonly at: number
  /** Of the interface. */
  readonly code: string
  /** The IP address that it came from. */
  readonly address: string
}

/** When a key was used last, as far as one process knows. */
export interface KeyUse {
  readonly keyId: string
  readonly at: number
}

/** The content of a template version. */
export interface TemplateContent {
  readonly name: string
  readonly html: string
  readonly pageSize: PageSizeName
  readonly orientation: Orientation
  /** `print` when absent. */
  readonly profile?: ProfileName | undefined
  /** The standards that its documents meet and claim; none when absent. */
  readonly standard?: readonly Standard[] | undefined
  readonly choices?: TemplateChoices | undefined
  /** The other settings of its documents in `template.json`, as JSON text: forms, attachments, invoices, encryption. */
  readonly settings?: string | undefined
  /** JSON Schema (draft 2020-12) of the data, as text. */
  readonly schema: string | undefined
  /** Sample data, as JSON text. */
  readonly sample: string | undefined
  /** Style sheets, images and fonts by relative path. */
  readonly assets: ReadonlyMap<string, Uint8Array>
  /**
   * Texts of the shared partials that it was published with, by their names. When they are absent, publishing takes
   * those that it includes, as its organization has them.
   */
  readonly partials?: ReadonlyMap<string, string> | undefined
}

export interface NewTemplateVersion extends TemplateContent {
  readonly organizationId: string
  readonly endpointPath: string
  /** Why it is published, in the words of whoever does. */
  readonly note?: string | undefined
  /** The version that must be published before, 0 for none; whichever it is when absent. */
  readonly expectedVersion?: number | undefined
  /** The revision of the template's draft that it is; absent when it is none. */
  readonly ofDraft?: number | undefined
}

export interface PublishedVersion {
  /** `tpl_…`, the same for all versions of a template. */
  readonly templateId: string
  /** `tpv_…`, which stands for unchangeable content. */
  readonly versionId: string
  /** Counts from 1. */
  readonly version: number
  /** False when the content equals the version that was published before; no new version is made then. */
  readonly changed: boolean
}

/** A template as a generation request needs it. */
export interface PublishedTemplate {
  readonly templateId: string
  readonly versionId: string
}

export interface TemplateSummary {
  readonly id: string
  readonly endpointPath: string
  readonly name: string
  /** 0 for one that was never published, of which the rest is that of its draft. */
  readonly version: number
  readonly pageSize: PageSizeName
  readonly orientation: Orientation
  /** Of a draft that was never published, when it was changed. */
  readonly publishedAt: number
}

/** A published template's name and schema. */
export interface TemplateSchema extends Pick<TemplateSummary, 'endpointPath' | 'name'> {
  /** As text. */
  readonly schema: string | undefined
}

/** Something that is about to be counted. */
export interface NewUsage {
  readonly organizationId: string
  readonly kind: UsageKind
  /** Per period; unlimited when absent. */
  readonly limit: number | undefined
  /** One when absent. */
  readonly amount?: number | undefined
}

/** Something that was counted in a period. */
export interface Usage {
  readonly organizationId: string
  readonly kind: UsageKind
  readonly period: string
}

/** How much is taken back of what was counted. */
export interface Refund extends Usage {
  /** One when absent. */
  readonly amount?: number | undefined
}

/** An organization's usage in the current period of each kind. */
export type CurrentUsage = Readonly<Record<UsageKind, { readonly period: string; readonly used: number }>>

/** The result of counting. `now` is the database's time, which decides about the period. */
export type UsageCount =
  | { readonly kind: 'counted'; readonly period: string; readonly used: number; readonly now: number }
  /** Fewer than asked for, or none, remain of the limit. */
  | { readonly kind: 'exceeded'; readonly now: number; readonly remaining: number }

/**
 * The kinds of a key's slots. A request that somebody waits for holds one of the first kind from its beginning to its
 * end; every document being rendered holds one of the second kind, whether or not somebody waits.
 */
export type SlotKind = 'request' | 'rendering'

/** One kind, or both. */
export type SlotKinds = readonly [SlotKind, SlotKind?]

/** Slots of a key that are about to be taken, one of each kind. */
export interface NewSlots {
  readonly keyId: string
  readonly kinds: readonly SlotKind[]
  /** Slots of a kind that the key has. */
  readonly limit: number
  /** Different for each request. */
  readonly holder: string
  /** Different for each process. */
  readonly owner: string
}

/** The slots of one holder. */
export interface HeldSlots {
  readonly keyId: string
  readonly holder: string
}

/** The place of a slot among all. */
export interface SlotCursor {
  readonly key: string
  readonly slot: number
}

/** A key and the organization a request addresses, each as far as it exists. */
export interface Caller {
  readonly key: ApiKey | undefined
  readonly organization: Organization | undefined
}

/** A request for a document, as it arrives. */
export interface NewEntry {
  readonly keyHash: string
  readonly slug: string
  /** Where it comes from, an IP address. */
  readonly address: string
  /** The template it is about; absent when there can be none of that name. */
  readonly endpointPath: string | undefined
  /** The stage of the template; `live` when absent. */
  readonly stage?: string | undefined
  /** The slots that it needs; absent when it needs none. */
  readonly slots?: Omit<NewSlots, 'keyId'> | undefined
}

/** The answer to a request's arrival: nothing but who calls, where the caller may not call. */
export interface Entry extends Caller {
  readonly template: PublishedTemplate | undefined
  /** How many slots it has been given. */
  readonly slots: number
}

export type StoreErrorCode =
  /** Something with this name exists already. */
  | 'conflict'
  /** The subject of the operation does not exist. */
  | 'missing'
  /** The data directory or database cannot be used. */
  | 'unusable'
  /** The data were written by a newer version, whose form this one does not know. */
  | 'newer'

/** An operation the store refused for a reason that its caller can tell people. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'

  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The database is away or has failed: nothing is wrong with the operation, and later it may succeed. */
export class StoreUnavailable extends StoreError {
  override readonly name = 'StoreUnavailable'

  constructor(message: string, options?: ErrorOptions) {
    super('unusable', message, options)
  }
}

/** Whether something has failed only since the database or the storage of documents is away: it may succeed later. */
export function isStoreAway(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'unusable'
}

/** All that the service keeps. */
export interface Store extends StoreOperations {
  /** Lists and searches, which nobody who writes waits for. */
  readonly reader: StoreReader
  /** Work for other processes, and from them. */
  readonly changes: ChangeSignal
  /** Resolves when the store has failed for good, whatever is tried; never when it may work again by itself. */
  readonly failed: Promise<Error>
  close(): Promise<void>
}

/**
 * All writes, and the short reads that requests begin with. Each operation is one transaction,
 * complete and durable when its promise resolves. Arguments and results survive structured cloning: an implementation
 * may live in another thread.
 */
export interface StoreOperations
  extends RequestStore,
    JobStore,
    WebhookStore,
    AdministrationStore,
    AccountStore,
    MemberStore,
    RequestLogStore,
    DraftStore,
    PartialStore,
    SlotOperations {
  /** @throws StoreError `conflict` when the slug is taken */
  createOrganization(organization: NewOrganization, actor?: string): Promise<Organization>
  findOrganization(slug: string): Promise<Organization | undefined>

  createKey(key: NewApiKey, actor?: string): Promise<ApiKey>
  /** @throws StoreError `missing` */
  updateKey(organizationId: string, keyId: string, settings: KeySettings, actor?: string): Promise<ApiKey>
  /** A key that was revoked before keeps its time. @throws StoreError `missing` */
  revokeKey(keyId: string, actor?: string): Promise<ApiKey>
  /** The key with this hash and the organization with this slug, in one step; without a slug that of the key. */
  findCaller(keyHash: string, slug?: string): Promise<Caller>
  /**
   * In one step, `findCaller` and, for a caller that may call (`judgeCaller`), the organization's published template
   * with this path and slots of the key, as `acquireSlots` takes them.
   */
  enter(entry: NewEntry): Promise<Entry>
  /** Saves last-used times; earlier times than the saved ones change nothing. */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>
  /** Saves the last refusals of keys. */
  recordKeyRefusals(refusals: ReadonlyMap<string, KeyRefusal>): Promise<void>

  /**
   * Adds a version to the template with this endpoint path, which is created with its first, and publishes it.
   *
   * @throws StoreError `conflict` when what is published, or the draft, is not what it was made of
   */
  publishTemplate(version: NewTemplateVersion, actor?: string): Promise<PublishedVersion>
  /**
   * By its path, or one that it had in the last thirty days.
   *
   * @param stage which version; that which was published last when absent
   */
  findPublishedTemplate(
    organizationId: string,
    endpointPath: string,
    stage?: string,
  ): Promise<PublishedTemplate | undefined>
  /**
   * Makes a stage of a template carry a version, which is kept as long as it does.
   *
   * @throws StoreError `missing` without such a template or version, `conflict` when it has too many stages
   */
  moveStage(move: StageMove, actor?: string): Promise<{ readonly changed: boolean }>
  /** @throws StoreError `missing` */
  removeStage(stage: Omit<StageMove, 'version'>, actor?: string): Promise<void>
  /**
   * Gives a template another path. The one before leads to it for thirty days, and is nobody else's meanwhile.
   *
   * @throws StoreError `missing`, or `conflict` when the path is another's
   */
  moveTemplate(organizationId: string, from: string, to: string, actor?: string): Promise<void>
  /** Forgets the former paths whose time is over; says how many. */
  deleteFormerPaths(limit: number): Promise<number>
  /** The schema of a version, as text; absent when the version is, or has none. */
  loadTemplateSchema(versionId: string): Promise<string | undefined>
  /** @throws StoreError `missing` */
  deleteTemplate(organizationId: string, endpointPath: string, actor?: string): Promise<void>

  /** Takes a template away so that it can be restored for thirty days. @throws StoreError `missing` */
  hideTemplate(organizationId: string, endpointPath: string, actor?: string): Promise<{ readonly id: string }>
  /**
   * @param path another than the one that it had
   * @throws StoreError `missing`, or `conflict` when its path is another's by now
   */
  restoreTemplate(
    organizationId: string,
    templateId: string,
    actor?: string,
    path?: string,
  ): Promise<{ readonly endpointPath: string }>
  /** Removes templates for good that nobody wanted back in time; says how many. */
  deleteHiddenTemplates(limit: number): Promise<number>

  /** Counts one or more, unless the limit of the current period is reached, or would be passed. */
  countUsage(usage: NewUsage): Promise<UsageCount>
  /** Takes them back. */
  uncountUsage(refund: Refund): Promise<void>
}

/** Leases for a request under way or a document being rendered. They need not survive a power failure. */
export interface SlotOperations {
  /**
   * Takes slots of a key in the order of their kinds, up to the first kind of which all are held; how many it took. A
   * slot that is not renewed is free again after 30 s.
   */
  acquireSlots(slots: NewSlots): Promise<number>
  /** Gives back a holder's slots of these kinds; all that it has when absent. */
  releaseSlots(keyId: string, holder: string, kinds?: SlotKinds): Promise<void>
  /** Frees all slots of processes that are gone. */
  releaseSlotsOf(owners: readonly string[]): Promise<void>
  /** Prolongs those slots of a process whose holders are still there. */
  renewSlots(owner: string, held: readonly HeldSlots[]): Promise<void>
  /**
   * Removes slots that nobody has used for a day, of so many; where the next ones begin, if there are any. They are made
   * again for a key that needs them.
   */
  deleteIdleSlots(page: Page<SlotCursor>): Promise<SlotCursor | undefined>
}
