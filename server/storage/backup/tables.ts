import type { Database } from '../schema.js'

/**
 * All tables, in an order in which their rows can be inserted: none refers to a later one. What only lives as long as the
 * processes that wrote it is left out.
 */
const TABLES: Record<keyof Database, 'kept' | 'left out'> = {
  organizations: 'kept',
  users: 'kept',
  memberships: 'kept',
  recovery_codes: 'kept',
  sessions: 'kept',
  user_identities: 'kept',
  account_links: 'kept',
  invitations: 'kept',
  api_keys: 'kept',
  blobs: 'kept',
  templates: 'kept',
  former_paths: 'kept',
  template_versions: 'kept',
  template_stages: 'kept',
  template_assets: 'kept',
  partials: 'kept',
  version_partials: 'kept',
  template_drafts: 'kept',
  draft_files: 'kept',
  usage_counters: 'kept',
  requests: 'kept',
  request_bodies: 'kept',
  kept_data: 'kept',
  jobs: 'kept',
  queue_counts: 'kept',
  webhooks: 'kept',
  events: 'kept',
  deliveries: 'kept',
  delivery_attempts: 'kept',
  idempotency_keys: 'kept',
  audit_entries: 'kept',
  request_log: 'kept',
  usage_days: 'kept',
  usage_hours: 'kept',
  latency_days: 'kept',
  processes: 'left out',
  leases: 'left out',
  sign_in_attempts: 'left out',
  kept_forms: 'left out',
}

export const BACKUP_TABLES: readonly string[] = Object.entries(TABLES)
  .filter(([, fate]) => fate === 'kept')
  .map(([name]) => name)
