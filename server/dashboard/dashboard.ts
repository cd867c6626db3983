import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { assertNever } from '../../engine/base/invariant.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { routerPath } from '../http/route.js'
import type { Visitor } from '../storage/accounts/account-store.js'
import { StoreError } from '../storage/store.js'
import { leaveFlash, takeFlash } from './access/flash-cookie.js'
import { formToken } from './access/form-token.js'
import { isAtLeast, isMemberRole } from './access/roles.js'
import { isSameOrigin } from './access/same-origin.js'
import { IDLE_MS, readSessionCookie, writeSessionCookie } from './access/session-cookie.js'
import { readSignOnCookie, writeSignOnCookie } from './access/sign-on-cookie.js'
import { hashToken, isCsrfToken, newToken } from './access/tokens.js'
import { FormFields } from './forms/form-fields.js'
import { KEPT_FIELD, KEPT_MS, keepFields, keepForm } from './forms/kept-form.js'
import { readForm, TooLarge } from './forms/read-form.js'
import { toText } from './html.js'
import { KEPT_FORM, targetOf } from './pages/enter.js'
import { errorPage } from './pages/error-page.js'
import { type Answer, type DashboardRoute, type Flash, found, NotThere, Refusal, type Visit } from './route.js'
import { DASHBOARD_ROUTES, pageOfForm } from './routes.js'
import type { DashboardServices } from './services.js'
import { type FramedVisit, frame } from './shell.js'

/** Adds all routes of the dashboard. */
export function addDashboard(router: Router<AppState>, services: DashboardServices): void {
  for (const route of DASHBOARD_ROUTES) {
    router.register(routerPath(route), [route.method], [(ctx) => answerRoute(ctx, route, services)])
    const page = pageOfForm(route)
    if (page !== undefined) router.register(routerPath(route), ['GET'], [(ctx) => leadTo(ctx, page)])
  }
}

/** Somebody who loads the address of a form again, or comes back to it, wants the page that the form is on. */
function leadTo(ctx: RouterContext<AppState>, page: string): void {
  const params: Readonly<Record<string, string>> = ctx.params
  ctx.redirect(page.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')))
  ctx.status = 303
}

const SIGN_IN = '/dashboard/sign-in'

const SECOND_FACTOR = '/dashboard/account/second-factor'

/** Sources that every page may use: only those of the service itself. No page of others may frame it. */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

async function answerRoute(ctx: RouterContext<AppState>, route: DashboardRoute, services: DashboardServices) {
  writeHeaders(ctx)
  const visit = await openVisit(ctx, route, services)
  if (visit.kind === 'elsewhere') {
    if (visit.flash) leaveFlash(ctx, services.sealer, visit.token, visit.isSecure, visit.flash)
    ctx.redirect(visit.to)
    ctx.status = 303
    return
  }
  const { refusal } = visit
  const answer =
    refusal && route.refuse
      ? await route.refuse(visit.visit, services, refusal)
      : await route.handle(visit.visit, services)
  await forgetKept(visit.visit, services)
  if (route.isLive && answer.kind === 'page' && ctx.accepts('html', EVENTS) === EVENTS) {
    writeEvents(ctx, route, visit.visit, services)
    return
  }
  await writeAnswer(ctx, answer, visit.visit, services, route.isLive)
}

/** A form that was kept and has been sent again is answered: what is wrong with it stands in its page. */
async function forgetKept({ form, user }: Visit, { store }: DashboardServices): Promise<void> {
  const kept = form.raw(KEPT_FIELD)
  if (user && kept !== '') await store.forgetKeptForm(user.id, kept)
}

const EVENTS = 'text/event-stream'

/**
 * Keeps sending the page when it has changed. What is there when somebody looks is what the page shows, and no more. Each
 * time it is asked anew who looks, once the page is made: of what changes after a session's end or under another role
 * nothing is sent.
 */
function writeEvents(ctx: AppContext, route: DashboardRoute, visit: Visit, services: DashboardServices): void {
  const look = async () => {
    const answer = await route.handle(visit, services)
    if (!(await maySeeStill(route, visit, services))) return undefined
    return answer.kind === 'page' ? toText(answer.body) : ''
  }
  const events = services.live.watch(found(visit.user).id, look, visit.gone)
  if (!events) throw new Refusal(503, 'As many pages as may be are watched already.', 10)
  ctx.status = 200
  ctx.type = EVENTS
  ctx.body = events
}

/** Whether a visit could be opened again as it was: its session is there, with the rights that it had. */
async function maySeeStill(route: DashboardRoute, visit: Visit, { store }: DashboardServices): Promise<boolean> {
  const visitor = await store.findVisitor(hashToken(visit.token ?? ''), IDLE_MS, visit.params.org)
  if (!visitor || visitor.mustRenew) return false
  try {
    const member = checkAccess(route, visitor)
    return typeof member === 'object' && member.role === visit.role
  } catch (error) {
    if (error instanceof NotThere || error instanceof Refusal) return false
    throw error
  }
}

function writeHeaders(ctx: AppContext): void {
  ctx.set('Referrer-Policy', 'same-origin')
  ctx.set('X-Frame-Options', 'DENY')
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
  ctx.set('Cache-Control', 'no-store')
}

function writePolicy(ctx: AppContext, more: Readonly<Record<string, string>> = {}): void {
  const directives = Object.entries({ ...POLICY, ...more })
  ctx.set('Content-Security-Policy', directives.map(([name, value]) => `${name} ${value}`).join('; '))
}

type Opened =
  /** Somebody has to do something else first, such as to sign in. */
  | {
      readonly kind: 'elsewhere'
      readonly to: string
      readonly flash?: Flash
      readonly token?: string | undefined
      readonly isSecure: boolean
    }
  /** @property refusal of a form that was not read: nothing may be done but to say so */
  | { readonly kind: 'open'; readonly visit: Visit; readonly refusal?: Refusal | undefined }

/** Finds out who comes and whether they may, then reads what they send: in this order, so that strangers cost little. */
async function openVisit(
  ctx: RouterContext<AppState>,
  route: DashboardRoute,
  services: DashboardServices,
): Promise<Opened> {
  const { store, sealer } = services
  const isSecure = ctx.secure || services.baseUrl().startsWith('https:')
  if (route.method === 'POST' && !isSameOrigin(ctx, services.baseUrl())) {
    throw new Refusal(403, 'This form was sent by another site. Please go back and send it from here.')
  }
  const params: Readonly<Record<string, string>> = ctx.params
  let token = readSessionCookie(ctx, isSecure)
  const visitor = token === undefined ? undefined : await store.findVisitor(hashToken(token), IDLE_MS, params.org)
  if (token !== undefined && visitor?.mustRenew && ctx.method === 'GET') {
    token = await renew(ctx, token, isSecure, services)
  }
  const member = checkAccess(route, visitor)
  if (member === 'sign-in-first') return { ...(await askToSignIn(ctx, route, services)), isSecure }
  if (member === 'second-factor-first') return { ...askForSecondFactor(ctx, route, services), token, isSecure }
  const moved = await findMoved(params, member, services)
  if (moved && route.method === 'GET') return { kind: 'elsewhere', to: withPath(ctx.url, moved), isSecure }
  const form = await readFormOf(ctx, route)
  if (visitor && token !== undefined && route.method === 'POST' && !form.refusal) {
    const isOfSession = isCsrfToken(token, form.fields.raw('csrf'))
    if (!isOfSession && (await keepFields(ctx, route, form.fields, services, visitor.user.id))) {
      return { kind: 'elsewhere', to: `${KEPT_FORM}?${new URLSearchParams({ next: backTo(ctx, services) })}`, isSecure }
    }
    if (!isOfSession) {
      throw new Refusal(403, 'This form is from an earlier session. Please go back, reload the page and send it again.')
    }
  }
  const isPage = route.method === 'GET' && ctx.accepts('html') !== false
  const visit: Visit = {
    params: moved ? { ...params, template: moved } : params,
    query: ctx.URL.searchParams,
    url: ctx.url,
    form: form.fields,
    files: form.files,
    address: ctx.ip,
    userAgent: ctx.get('User-Agent'),
    coding: codingOf(ctx),
    isSecure,
    isOverHttp: isSecure && ctx.get('Origin').startsWith('http:'),
    user: visitor?.user,
    session: visitor?.session,
    token: visitor && token,
    csrf: visitor && token !== undefined ? formTokenOf(sealer, token, visitor) : '',
    signOnFlow: readSignOnCookie(ctx, sealer, isSecure),
    flash: isPage ? takeFlash(ctx, sealer, visitor && token, isSecure) : undefined,
    gone: goneWith(ctx),
    organization: member.organization,
    role: member.role,
  }
  return { kind: 'open', visit, refusal: form.refusal }
}

/** The path of the template that an address names by one that it had before: pages of old links and open windows go on. */
async function findMoved(
  { template }: Readonly<Record<string, string>>,
  { organization }: Pick<Visit, 'organization'>,
  { store }: DashboardServices,
): Promise<string | undefined> {
  if (template === undefined || !organization) return undefined
  const place = await store.reader.findTemplate(organization.id, template)
  return place?.until === undefined ? undefined : place.endpointPath
}

/** The address of the same page of a template under another path. */
function withPath(url: string, path: string): string {
  return url.replace(/(\/templates\/)[^/?]+/, `$1${path}`)
}

const NO_FORM = { fields: new FormFields(), files: [], refusal: undefined } as const

/** Reads the form of a route. A route that says so itself where it cannot be read does that for people, not for scripts. */
async function readFormOf(ctx: AppContext, route: DashboardRoute) {
  if (route.method !== 'POST') return NO_FORM
  try {
    return { ...(await readForm(ctx, route.form)), refusal: undefined }
  } catch (error) {
    if (!(error instanceof Refusal && route.refuse && ctx.accepts('json', 'html') !== 'json')) throw error
    return { ...NO_FORM, fields: error instanceof TooLarge ? error.fields : NO_FORM.fields, refusal: error }
  }
}

function formTokenOf(sealer: DashboardServices['sealer'], token: string, { session, user }: Visitor): string {
  return formToken(sealer, token, { sessionId: session.id, userId: user.id })
}

/**
 * Leads somebody to the sign-in who is not signed in, and back to the page that they are on afterwards. A form is kept, if
 * the session has ended that it is from.
 *
 * @throws ApiError for a script, which stays where it is
 */
async function askToSignIn(ctx: RouterContext<AppState>, route: DashboardRoute, services: DashboardServices) {
  if (!ctx.accepts('html')) {
    throw new ApiError(401, 'authentication_error', 'session_ended', 'Your session has ended: sign in again')
  }
  const isForm = route.method === 'POST'
  const isKept = isForm && (await keepForm(ctx, route, services))
  const next = isForm ? backTo(ctx, services) : ctx.url
  const flash: Flash = isKept
    ? {
        kind: 'done',
        text: `Your session has ended. What you sent is kept for ${KEPT_MS / 60_000} minutes: sign in to send it again.`,
      }
    : {
        kind: 'problem',
        text: 'You are not signed in any more, and nothing was changed. Sign in, and send the form again.',
      }
  return {
    kind: 'elsewhere',
    to: `${SIGN_IN}?${new URLSearchParams({ next })}`,
    ...(isForm ? { flash } : {}),
  } as const
}

/**
 * Leads a member to the page on which a second factor is set up, where their organization requires one.
 *
 * @throws ApiError for a script
 */
function askForSecondFactor(ctx: AppContext, { method }: DashboardRoute, services: DashboardServices) {
  const text = 'This organization asks its members for a second factor. Set it up to go on.'
  if (!ctx.accepts('html')) throw toApiError({ status: 403, text })
  const next = method === 'POST' ? backTo(ctx, services) : ctx.url
  const flash: Flash = { kind: 'problem', text }
  return { kind: 'elsewhere', to: `${SECOND_FACTOR}?${new URLSearchParams({ next: targetOf(next) })}`, flash } as const
}

/** The page of ours that a form was sent from. */
function backTo(ctx: AppContext, { baseUrl }: DashboardServices): string {
  const from = ctx.get('Referer')
  if (!URL.canParse(from)) return targetOf('')
  const { host, pathname, search } = new URL(from)
  const { host: own, pathname: prefix } = new URL(baseUrl())
  if (host !== ctx.host && host !== own) return targetOf('')
  const path = prefix !== '/' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
  return targetOf(path + search)
}

function codingOf(ctx: AppContext): Visit['coding'] {
  return (['br', 'gzip'] as const).find((coding) => ctx.acceptsEncodings(coding) === coding)
}

/** Aborts when the client goes away before its answer was sent. */
function goneWith(ctx: AppContext): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Replaces the session's token when the user's rights have changed: the token from before is worthless. Of several pages
 * that are opened at once one replaces it; the others are still answered, and leave that one's cookie alone.
 */
async function renew(ctx: AppContext, token: string, isSecure: boolean, { store }: DashboardServices): Promise<string> {
  const renewed = newToken()
  if (!(await store.renewSession(hashToken(token), hashToken(renewed)))) return token
  writeSessionCookie(ctx, isSecure, renewed)
  return renewed
}

const NO_MEMBER = { organization: undefined, role: undefined }

/**
 * Whether a route is open to a visitor, and as what of its organization.
 *
 * @throws NotThere for an organization that is not the visitor's, as for one that does not exist
 * @throws Refusal when the visitor's role is not enough
 */
function checkAccess(
  { least }: DashboardRoute,
  visitor: Visitor | undefined,
): 'sign-in-first' | 'second-factor-first' | Pick<Visit, 'organization' | 'role'> {
  if (least === 'anyone') return NO_MEMBER
  if (!visitor) return 'sign-in-first'
  const { user } = visitor
  if (least === 'administrator' && !user.isAdmin) throw new NotThere('for administrators only')
  if (!isMemberRole(least)) return NO_MEMBER
  const organization = found(visitor.organization)
  const role = user.isAdmin ? 'owner' : found(visitor.role)
  if (!isAtLeast(role, least)) {
    throw new Refusal(403, `Your role in ${organization.name} is ${role}; this needs the role ${least}.`)
  }
  if (organization.requiresSecondFactor && !user.hasSecondFactor) return 'second-factor-first'
  return { organization, role }
}

async function writeAnswer(
  ctx: AppContext,
  answer: Answer,
  visit: Visit,
  services: DashboardServices,
  isLive = false,
): Promise<void> {
  switch (answer.kind) {
    case 'page':
      writePolicy(ctx, answer.policy)
      ctx.status = answer.status ?? 200
      ctx.type = 'text/html; charset=utf-8'
      ctx.body = `<!doctype html>\n${toText(frame(answer, visit, services.assets, isLive))}`
      return
    case 'redirect':
    case 'session': {
      if (answer.kind === 'session') {
        writeSessionCookie(ctx, visit.isSecure, answer.token)
        if (visit.signOnFlow) writeSignOnCookie(ctx, services.sealer, visit.isSecure, undefined)
      }
      if (answer.flash) {
        const token = answer.kind === 'session' ? answer.token : visit.token
        leaveFlash(ctx, services.sealer, token, visit.isSecure, answer.flash)
      }
      ctx.redirect(answer.to)
      ctx.status = 303
      return
    }
    case 'sign-on':
      writeSignOnCookie(ctx, services.sealer, visit.isSecure, answer.flow)
      ctx.redirect(answer.to)
      ctx.status = 303
      return
    case 'content':
      writePolicy(ctx)
      ctx.status = answer.status ?? 200
      ctx.type = answer.type
      ctx.set({ ...answer.headers })
      ctx.body = typeof answer.content === 'string' ? answer.content : toBody(answer.content)
      return
    case 'json':
      if (answer.flash) leaveFlash(ctx, services.sealer, visit.token, visit.isSecure, answer.flash)
      ctx.status = answer.status ?? 200
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = JSON.stringify(answer.value)
      return
    default:
      assertNever(answer)
  }
}

function toBody<T>(content: Uint8Array | T): Buffer | T {
  return content instanceof Uint8Array ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : content
}

/** Answers errors below `/dashboard`: people get a page, scripts get JSON. Unknown errors are passed on. */
export function answerDashboardErrors(services: DashboardServices): Middleware<AppState> {
  return async (ctx, next) => {
    if (!/^\/dashboard(?:\/|$)/.test(ctx.path)) return next()
    try {
      return await next()
    } catch (error) {
      const problem = describe(error)
      if (!problem) throw error
      if (!ctx.accepts('json', 'html') || ctx.accepts('json', 'html') === 'json') throw toApiError(problem)
      writeHeaders(ctx)
      writePolicy(ctx)
      ctx.status = problem.status
      if (problem.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter))
      ctx.type = 'text/html; charset=utf-8'
      ctx.body = `<!doctype html>\n${toText(frame(errorPage(problem), await whoAsks(ctx, services), services.assets))}`
    }
  }
}

/** Whom the page around an error is for, so that they find their way on from there. */
async function whoAsks(
  ctx: AppContext,
  { store, sealer, baseUrl }: DashboardServices,
): Promise<FramedVisit | undefined> {
  const token = readSessionCookie(ctx, ctx.secure || baseUrl().startsWith('https:'))
  if (token === undefined) return undefined
  const visitor = await store.findVisitor(hashToken(token), IDLE_MS, ctx.path.split('/')[2])
  if (!visitor) return undefined
  const { user } = visitor
  const role = user.isAdmin ? 'owner' : visitor.role
  return {
    url: ctx.url,
    user,
    csrf: formTokenOf(sealer, token, visitor),
    flash: undefined,
    organization: role && visitor.organization,
    role,
  }
}

export interface Problem {
  readonly status: number
  readonly text: string
  readonly retryAfter?: number | undefined
}

function describe(error: unknown): Problem | undefined {
  if (error instanceof NotThere || (error instanceof StoreError && error.code === 'missing')) {
    return { status: 404, text: 'There is nothing at this address, or it is not yours to see.' }
  }
  if (error instanceof Refusal) return { status: error.status, text: error.message, retryAfter: error.retryAfter }
  if (error instanceof StoreError && error.code === 'conflict') return { status: 409, text: capitalize(error.message) }
  if (error instanceof ApiError && error.status < 500) {
    return { status: error.status, text: `${error.message}.`, retryAfter: error.details.retryAfter }
  }
  return undefined
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function toApiError({ status, text, retryAfter }: Problem): ApiError {
  switch (status) {
    case 401:
      return new ApiError(401, 'authentication_error', 'session_ended', text)
    case 404:
      return new ApiError(404, 'resource_error', 'not_found', text)
    case 403:
      return new ApiError(403, 'authentication_error', 'forbidden', text)
    case 413:
      return new ApiError(413, 'validation_error', 'payload_too_large', text)
    case 429:
      return new ApiError(429, 'rate_limit_error', 'rate_limit_exceeded', text, { retryAfter })
    case 503:
      return new ApiError(503, 'service_unavailable', 'service_unavailable', text, { retryAfter })
    default:
      return new ApiError(status, 'validation_error', 'bad_request', text)
  }
}
