import type { Generated } from 'kysely'
import type { ProfileName } from '../../engine/base/profile.js'
import type { Orientation, PageSizeName } from '../../engine/template/template-source.js'
import type { EventType } from '../webhooks/rules/event.js'
import type { Theme } from './accounts/account-store.js'
import type {
  AccountLinkTable,
  InvitationTable,
  KeptFormTable,
  SessionTable,
  SignInAttemptTable,
  UserIdentityTable,
} from './accounts/account-tables.js'
import type { RecoveryCodeTable } from './accounts/second-factors.js'
import type { Role } from './administration/administration-store.js'
import type { FormerPathTable } from './administration/template-paths.js'
import type { TemplateStageTable } from './administration/template-stages.js'
import type { DraftFileTable, DraftTable } from './drafts/draft-tables.js'
import type { PartialTable, VersionPartialTable } from './partials/partial-tables.js'
import type { UsageKind } from './periods.js'
import type {
  LatencyDayTable,
  LoggedRequestTable,
  UsageDayTable,
  UsageHourTable,
} from './request-log/request-log-tables.js'
import type { QueueFlow } from './requests/queue-counts.js'
import type { IdempotencyState, JobQueue, RequestStatus } from './requests/request-store.js'
import type { Plan } from './store.js'
import type { DeliveryAttemptTable, DeliveryTable, WebhookTable } from './webhooks/webhook-schema.js'

/** The tables. Texts and integers only (and one column of bytes), so that every database can hold them. */
export interface Database {
  readonly organizations: OrganizationTable
  readonly api_keys: ApiKeyTable
  readonly templates: TemplateTable
  readonly template_versions: TemplateVersionTable
  readonly template_assets: TemplateAssetTable
  readonly blobs: BlobTable
  readonly usage_counters: UsageCounterTable
  readonly requests: RequestTable
  readonly request_bodies: RequestBodyTable
  readonly kept_data: KeptDataTable
  readonly jobs: JobTable
  readonly queue_counts: QueueCountTable
  readonly processes: ProcessTable
  readonly events: EventTable
  readonly idempotency_keys: IdempotencyTable
  readonly users: UserTable
  readonly memberships: MembershipTable
  readonly sessions: SessionTable
  readonly sign_in_attempts: SignInAttemptTable
  readonly account_links: AccountLinkTable
  readonly user_identities: UserIdentityTable
  readonly invitations: InvitationTable
  readonly kept_forms: KeptFormTable
  readonly recovery_codes: RecoveryCodeTable
  readonly audit_entries: AuditTable
  readonly webhooks: WebhookTable
  readonly deliveries: DeliveryTable
  readonly delivery_attempts: DeliveryAttemptTable
  readonly leases: LeaseTable
  readonly request_log: LoggedRequestTable
  readonly usage_days: UsageDayTable
  readonly usage_hours: UsageHourTable
  readonly latency_days: LatencyDayTable
  readonly former_paths: FormerPathTable
  readonly template_stages: TemplateStageTable
  readonly template_drafts: DraftTable
  readonly draft_files: DraftFileTable
  readonly partials: PartialTable
  readonly version_partials: VersionPartialTable
}

export interface OrganizationTable {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly plan: Plan
  readonly monthly_quota: number | null
  /** IANA; null for that of the service. */
  readonly time_zone: string | null
  /** Null for the plan's. */
  readonly document_days: number | null
  /** Null where the data of requests are not kept. */
  readonly keep_data_days: number | null
  /** Of each key; null for that of the service. */
  readonly requests_per_second: number | null
  readonly created_at: number
  /** 0 or 1: members without a second factor must set one up first. */
  readonly requires_second_factor: Generated<number>
}

export interface ApiKeyTable {
  readonly id: string
  readonly organization_id: string
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string
  readonly display: string
  readonly description: string
  /** JSON list of addresses and CIDR ranges. */
  readonly allow_ips: string
  /** Names with spaces between them; `generate` alone when null. */
  readonly scopes: string | null
  /** 0 or 1; 0 when null. */
  readonly is_test_only: number | null
  readonly expires_at: number | null
  /** Of the last request that was refused. */
  readonly refused_at: number | null
  readonly refused_code: string | null
  readonly refused_address: string | null
  /** Null for that of the organization. */
  readonly requests_per_second: number | null
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

interface TemplateTable {
  readonly id: string
  readonly organization_id: string
  readonly endpoint_path: string
  /** The number of the version that requests get; 0 while there is none. */
  readonly published_version: number
  readonly created_at: number
  /** The path of a template that was deleted and can be restored; its own is one that nobody can ask for. */
  readonly hidden_path: string | null
  readonly hidden_at: number | null
}

interface TemplateVersionTable {
  readonly id: string
  readonly template_id: string
  readonly version: number
  readonly name: string
  readonly html: string
  readonly page_size: PageSizeName
  readonly orientation: Orientation
  /** The profile, by its former name, which processes of older versions beside this one read; `print` when null. */
  readonly manner: ProfileName | null
  /** Names of standards with spaces between them; none when null. */
  readonly standard: string | null
  /** JSON of `TemplateChoices`; none when null. */
  readonly choices: string | null
  /** JSON object; none when null. */
  readonly settings: string | null
  readonly schema: string | null
  readonly sample: string | null
  /** SHA-256 over all of the content, by which a push without changes is recognized. */
  readonly digest: string
  readonly created_at: number
  readonly published_at: number
  readonly note: string | null
  readonly published_by: string | null
}

interface TemplateAssetTable {
  readonly version_id: string
  readonly path: string
  readonly blob_hash: string
}

/** Content-addressed bytes: versions that share a font share its row. */
interface BlobTable {
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string
  readonly bytes: Uint8Array
}

interface UsageCounterTable {
  readonly organization_id: string
  readonly kind: UsageKind
  /** In UTC: `2026-11` or `2026-11-21`. */
  readonly period: string
  readonly used: number
}

/** An asynchronous generation request and, once it is completed, its document. */
export interface RequestTable {
  readonly id: string
  readonly organization_id: string
  readonly api_key_id: string
  readonly template_id: string
  readonly version_id: string
  readonly endpoint_path: string
  /** Given at acceptance, so that a failure has one too. */
  readonly document_id: string
  readonly batch_id: string | null
  /** 0 or 1. */
  readonly is_test: number
  readonly status: RequestStatus
  /** The period it was counted in, which gets it back when no document comes of it; null for tests. */
  readonly counted_period: string | null
  /** The `webhook` member of the request, as JSON of a `StoredLegacyTarget`. */
  readonly webhook: string | null
  readonly object_key: string | null
  /** The name that it is saved under; its id when null. */
  readonly file_name: string | null
  readonly size_bytes: number | null
  readonly pages: number | null
  readonly render_time_ms: number | null
  /** JSON of a `RequestFailure`. */
  readonly failure: string | null
  /** JSON of `DocumentProblems`; nothing was lost when null. */
  readonly problems: string | null
  /** JSON of `MergedDocuments`, where the file has several. */
  readonly merged: string | null
  readonly created_at: number
  readonly started_at: number | null
  readonly finished_at: number | null
  /** Set when it is finished: from then on it is as if it had never been. */
  readonly expires_at: number | null
}

/** Bodies of requests that are not finished yet, apart from the rows that are read often. */
interface RequestBodyTable {
  readonly request_id: string
  readonly body: Uint8Array
}

/** Work that waits or runs; a job that is done has no row. */
export interface JobTable {
  readonly id: string
  readonly queue: JobQueue
  /** The subject: the id of a request. */
  readonly ref_id: string
  readonly organization_id: string
  readonly api_key_id: string
  readonly state: 'ready' | 'running'
  /** It may be claimed from this time on. */
  readonly run_at: number
  /** How often it was begun. */
  readonly attempt: number
  readonly max_attempts: number
  /** The process that runs it. */
  readonly process_id: string | null
  /** A job that runs longer is given to another process. */
  readonly deadline_at: number | null
  /** What is lower comes first among those of its organization. */
  readonly priority: number
  readonly created_at: number
}

/** The data of an asynchronous request, beyond its end. */
interface KeptDataTable {
  readonly request_id: string
  readonly organization_id: string
  readonly api_key_id: string
  readonly template_id: string
  readonly version_id: string
  readonly endpoint_path: string
  /** As in `requests`. */
  readonly merged: string | null
  /** The body of the request, encrypted. */
  readonly sealed: string
  readonly created_at: number
  readonly expires_at: number
}

/** How many jobs of an organization wait, as the sum of its rows of a queue. */
interface QueueCountTable {
  readonly queue: JobQueue
  readonly organization_id: string
  readonly flow: QueueFlow
  readonly amount: number
}

/** The processes that take jobs, each with one heartbeat for all that it holds. */
interface ProcessTable {
  readonly id: string
  readonly host: string
  /** Different after each start of the machine. */
  readonly boot_id: string
  readonly pid: number
  /** When the system started the process, in its own ticks: ids of processes are used again. */
  readonly pid_start: string
  readonly started_at: number
  readonly heartbeat_at: number
  /** Since when heartbeats have been recorded without a longer pause; only then can it judge the silence of others. */
  readonly steady_since: number | null
}

/** Announcements about requests: one row for each outcome. */
interface EventTable {
  readonly id: string
  readonly organization_id: string
  readonly request_id: string
  readonly type: EventType
  /** The envelope as JSON. */
  readonly payload: string
  readonly created_at: number
}

interface IdempotencyTable {
  readonly api_key_id: string
  readonly key: string
  /** SHA-256 over the request. */
  readonly fingerprint: string
  readonly state: IdempotencyState
  /** The process that answers it. */
  readonly process_id: string | null
  /** Different each time that somebody begins to answer; null in rows of older versions. */
  readonly token: string | null
  /** The answer as JSON, made and read by the interface. */
  readonly answer: string | null
  /** An object that belongs to the answer and goes with it. */
  readonly object_key: string | null
  readonly answered_at: number | null
  readonly expires_at: number
}

export interface UserTable {
  readonly id: string
  /** Lower-case. */
  readonly email: string
  readonly password_hash: string
  /** 0 or 1. */
  readonly is_admin: number
  readonly created_at: number
  /** Null for the system's. */
  readonly theme: Theme | null
  readonly signed_in_at: number | null
  readonly disabled_at: number | null
  /** The encrypted secret that the user's device makes codes of. */
  readonly second_factor: string | null
  /** The last time step whose code was used. */
  readonly second_factor_step: number | null
}

interface MembershipTable {
  readonly user_id: string
  readonly organization_id: string
  readonly role: Role
}

/** Something that one process does at a time. */
interface LeaseTable {
  readonly name: string
  readonly holder: string
  /** Anybody may take it from this time on. */
  readonly until_at: number
}

/** The audit trail: who did what to the service's settings. */
interface AuditTable {
  readonly id: string
  readonly organization_id: string | null
  readonly actor: string
  readonly action: string
  /** The id of what it was done to. */
  readonly subject: string
  /** JSON; never secrets. */
  readonly details: string
  readonly created_at: number
}
