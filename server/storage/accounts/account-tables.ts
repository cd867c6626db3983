import { type Kysely, sql } from 'kysely'
import type { Role } from '../administration/administration-store.js'
import type { LinkPurpose } from './account-store.js'

/** Of tokens there are hashes only: SHA-256, lower-case hexadecimal. */
export interface SessionTable {
  readonly id: string
  readonly hash: string
  readonly user_id: string
  readonly address: string
  readonly user_agent: string
  readonly created_at: number
  readonly seen_at: number
  /** However much it is used. */
  readonly expires_at: number
  /** 1 when its token has to be exchanged for another. */
  readonly must_renew: number
}

export interface SignInAttemptTable {
  /** `address:…` or `account:…` */
  readonly subject: string
  readonly attempts: number
  /** The first of them. */
  readonly since: number
}

export interface AccountLinkTable {
  readonly hash: string
  readonly user_id: string
  readonly purpose: LinkPurpose
  readonly created_at: number
  readonly expires_at: number
}

export interface InvitationTable {
  readonly id: string
  readonly hash: string
  readonly organization_id: string
  /** Lower-case. */
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly created_at: number
  readonly expires_at: number
}

export interface UserIdentityTable {
  readonly issuer: string
  readonly subject: string
  readonly user_id: string
  readonly created_at: number
}

export interface KeptFormTable {
  /** The session that the form is from, which has ended. */
  readonly session_id: string
  readonly user_id: string
  readonly sealed: string
  readonly created_at: number
  readonly expires_at: number
}

/** How people come into the dashboard. */
export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  await extendUsers(db)
  await createSignInTables(db)
  await createInvitations(db)
}

async function extendUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('theme', 'text').execute()
  await db.schema.alterTable('users').addColumn('signed_in_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
  await db.schema.createIndex('users_time').on('users').columns(['created_at', 'id']).execute()
  await db.schema
    .createIndex('users_administrators')
    .on('users')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`is_admin = 1`)
    .execute()
  await db.schema.createIndex('memberships_organization').on('memberships').column('organization_id').execute()
}

async function createSignInTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('must_renew', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('sessions_end').on('sessions').column('expires_at').execute()
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_attempts_time').on('sign_in_attempts').column('since').execute()
  await db.schema
    .createTable('account_links')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('account_links_user').on('account_links').column('user_id').execute()
  await db.schema.createIndex('account_links_end').on('account_links').column('expires_at').execute()
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('invited_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('invitations_organization')
    .on('invitations')
    .columns(['organization_id', 'created_at', 'id'])
    .execute()
  for (const column of ['actor', 'action', 'subject']) {
    await db.schema
      .createIndex(`audit_entries_${column}`)
      .on('audit_entries')
      .columns(['organization_id', column, 'created_at', 'id'])
      .execute()
  }
  await db.schema.createIndex('invitations_end').on('invitations').column('expires_at').execute()
}

/** As whom providers of sign-on know the users. */
export async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_identities_subject', ['issuer', 'subject'])
    .execute()
  // A user is one person for a provider.
  await db.schema
    .createIndex('user_identities_user')
    .on('user_identities')
    .columns(['user_id', 'issuer'])
    .unique()
    .execute()
}

/** Forms that were sent after their session had ended, for a quarter of an hour. */
export async function createKeptForms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('kept_forms')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('kept_forms_user').on('kept_forms').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('kept_forms_end').on('kept_forms').column('expires_at').execute()
}
