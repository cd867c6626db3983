import type { Readable } from 'node:stream'
import type { Session, User } from '../storage/accounts/account-store.js'
import type { Role } from '../storage/administration/administration-store.js'
import type { Organization } from '../storage/store.js'
import type { SignOnFlow } from './access/sign-on.js'
import type { AssetCoding } from './assets.js'
import type { FormFields, UploadedFile } from './forms/form-fields.js'
import type { Html } from './html.js'
import type { DashboardServices } from './services.js'

/**
 * The least that somebody must be to use a route:
 *
 * - `anyone`: nobody in particular;
 * - `signed-in`: a user;
 * - `viewer`, `editor`, `owner`: a member of the organization in the path with this role or more, or an administrator;
 * - `administrator`: one who administers all organizations.
 */
export type LeastRole = 'anyone' | 'signed-in' | Role | 'administrator'

/** A request to the dashboard, when everything that concerns all routes has been checked. */
export interface Visit {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The path with its query, as it was asked for. */
  readonly url: string
  /** The fields of a form that was sent; none for GET. */
  readonly form: FormFields
  /** The files of a form that was sent. */
  readonly files: readonly UploadedFile[]
  /** An IP address. */
  readonly address: string
  readonly userAgent: string
  /** The content coding that the client takes best. */
  readonly coding: AssetCoding | undefined
  /** Whether the connection is encrypted, as far as the browser can tell. */
  readonly isSecure: boolean
  /** The form was sent over plain http, though the service is to be reached over https. */
  readonly isOverHttp: boolean
  /** The visitor, if known. */
  readonly user: User | undefined
  readonly session: Session | undefined
  /** Of routes of an organization. */
  readonly organization: Organization | undefined
  /** Administrators are owners everywhere. */
  readonly role: Role | undefined
  /** The session's token, which only sign-in and sign-out need. */
  readonly token: string | undefined
  /** Must stand in every form, as the field `csrf`; empty without a session. */
  readonly csrf: string
  /** A sign-on by a provider that the browser has begun. */
  readonly signOnFlow: SignOnFlow | undefined
  /** A message that the page before left. */
  readonly flash: Flash | undefined
  /** Aborts when the client goes away. */
  readonly gone: AbortSignal
}

export interface SignedInVisit extends Visit {
  readonly user: User
  readonly session: Session
  readonly token: string
}

export interface MemberVisit extends SignedInVisit {
  readonly organization: Organization
  readonly role: Role
}

export type VisitOf<L extends LeastRole> = L extends Role ? MemberVisit : L extends 'anyone' ? Visit : SignedInVisit

/** A message that the next page shows when something has been done. */
export interface Flash {
  readonly kind: 'done' | 'problem'
  readonly text: string
  /** Is shown this once, by the page that knows what it is. */
  readonly secret?: string
}

/** How a route answers. */
export type Answer =
  | {
      readonly kind: 'page'
      readonly title: string
      readonly body: Html
      readonly status?: number
      /** Sources that the page may use besides style sheets, scripts, images and fonts of ours, by directive. */
      readonly policy?: Readonly<Record<string, string>>
      /** Bundles that the page needs besides the one of all pages, by their names. */
      readonly scripts?: readonly string[]
      readonly styles?: readonly string[]
      /** The whole window, without the frame around it. */
      readonly isWide?: boolean
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly flash?: Flash }
  | { readonly kind: 'session'; readonly token: string | undefined; readonly to: string; readonly flash?: Flash }
  /** To the provider of sign-on, at another site. */
  | { readonly kind: 'sign-on'; readonly to: string; readonly flow: SignOnFlow }
  | {
      readonly kind: 'content'
      /** A MIME type. */
      readonly type: string
      readonly content: Uint8Array | string | Readable
      readonly headers?: Readonly<Record<string, string>>
      readonly status?: number
    }
  /** For a script, which may open a page that shows a message. */
  | { readonly kind: 'json'; readonly value: unknown; readonly status?: number; readonly flash?: Flash }

/** How a form is sent. */
export interface FormKind {
  /** Bytes of all that is sent. */
  readonly maxBytes: number
  /** Whether files may be among it. */
  readonly files?: { readonly maxFiles: number }
}

/** A route of the dashboard. The application and the tests of access are made from these records. */
export interface DashboardRoute {
  readonly method: 'GET' | 'POST'
  /** With its parameters in braces, as `Route` writes paths; `{org}` is an organization's slug. */
  readonly path: string
  readonly least: LeastRole
  /** Limits of the form that a POST reads, where they are not the usual ones. */
  readonly form?: FormKind
  /** Of a POST: where its form is, for those who load its address again. The nearest page above it when absent. */
  readonly page?: string
  /**
   * Of a POST: answers in place of `handle` where its form was too large to be read, or could not be. The visit has the
   * fields that stand before the files, if any were read; nobody has looked at its token.
   */
  refuse?(visit: Visit, services: DashboardServices, refusal: Refusal): Promise<Answer> | Answer
  /** Its page changes by itself: browsers may watch it, as `live-pages.ts` has it. */
  readonly isLive?: boolean
  handle(visit: Visit, services: DashboardServices): Promise<Answer> | Answer
}

interface RouteDefinition<L extends LeastRole> extends Omit<DashboardRoute, 'least' | 'handle' | 'refuse'> {
  readonly least: L
  handle(visit: VisitOf<L>, services: DashboardServices): Promise<Answer> | Answer
  refuse?(visit: VisitOf<L>, services: DashboardServices, refusal: Refusal): Promise<Answer> | Answer
}

/** A route whose handler gets what its role says is there. */
export function route<L extends LeastRole>(definition: RouteDefinition<L>): DashboardRoute {
  // `openVisit` returns the type of visit that belongs to the role of the route.
  return definition as unknown as DashboardRoute
}

/** Something that is not there, or not for this visitor, which nobody can tell apart. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

/** Refuses an action that the visitor may not take, or not like this; the page shows the text. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly status: 400 | 403 | 409 | 413 | 429 | 503,
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** The requested value, if it exists. @throws NotThere */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new NotThere('there is nothing at this address')
  return value
}
