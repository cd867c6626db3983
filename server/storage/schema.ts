import type { Orientation, PageSizeName } from '../../engine/template/template-source.js'
import type { UsageKind } from './periods.js'
import type { Plan } from './store.js'

/** The tables. Texts and integers only (and one column of bytes), so that every database can hold them. */
export interface Database {
  readonly organizations: OrganizationTable
  readonly api_keys: ApiKeyTable
  readonly templates: TemplateTable
  readonly template_versions: TemplateVersionTable
  readonly template_assets: TemplateAssetTable
  readonly blobs: BlobTable
  readonly usage_counters: UsageCounterTable
}

export interface OrganizationTable {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly plan: Plan
  readonly monthly_quota: number | null
  readonly created_at: number
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
  readonly created_at: number
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

export interface TemplateTable {
  readonly id: string
  readonly organization_id: string
  readonly endpoint_path: string
  /** The number of the version that requests get. */
  readonly published_version: number
  readonly created_at: number
}

export interface TemplateVersionTable {
  readonly id: string
  readonly template_id: string
  readonly version: number
  readonly name: string
  readonly html: string
  readonly page_size: PageSizeName
  readonly orientation: Orientation
  readonly schema: string | null
  readonly sample: string | null
  /** SHA-256 over all of the content, by which a push without changes is recognized. */
  readonly digest: string
  readonly created_at: number
  readonly published_at: number
}

export interface TemplateAssetTable {
  readonly version_id: string
  readonly path: string
  readonly blob_hash: string
}

/** Content-addressed bytes: versions that share a font share its row. */
export interface BlobTable {
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string
  readonly bytes: Uint8Array
}

export interface UsageCounterTable {
  readonly organization_id: string
  readonly kind: UsageKind
  /** In UTC: `2026-11` or `2026-11-21`. */
  readonly period: string
  readonly used: number
}
