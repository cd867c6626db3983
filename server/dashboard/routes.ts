import { GET_ACCOUNT, POST_END_SESSION, POST_END_SESSIONS, POST_PASSWORD, POST_THEME } from './pages/account.js'
import { GET_RESET, GET_SIGN_IN_LINK, POST_RESET, POST_SIGN_IN_LINK } from './pages/account-links.js'
import {
  GET_ADMIN,
  GET_ADMIN_AUDIT,
  GET_ADMIN_ORGANIZATION,
  GET_ADMIN_ORGANIZATIONS,
  GET_ADMIN_SECOND_FACTOR,
  GET_ADMIN_USERS,
  POST_ADMIN_DISABLE,
  POST_ADMIN_ORGANIZATION,
  POST_ADMIN_PLAN,
  POST_ADMIN_RESET,
  POST_ADMIN_SECOND_FACTOR,
} from './pages/admin.js'
import { GET_ASSET } from './pages/assets.js'
import { GET_AUDIT, GET_AUDIT_CSV } from './pages/audit.js'
import { GET_DELIVERIES, GET_DELIVERY, GET_RESEND_FAILED, POST_RESEND, POST_RESEND_FAILED } from './pages/deliveries.js'
import { GET_DUPLICATE_TEMPLATE, POST_DUPLICATE_TEMPLATE } from './pages/duplicate-template.js'
import { POST_SIGN_IN_CODE } from './pages/enter.js'
import { GET_EVENTS } from './pages/event-catalogue.js'
import { GET_HOME } from './pages/home.js'
import { GET_INVITATION, POST_ACCEPT_INVITATION } from './pages/invitations.js'
import { GET_KEPT_FORM, GET_SIGNED_IN_AGAIN, POST_KEPT_FORM } from './pages/kept-form.js'
import {
  GET_KEY,
  GET_KEY_SETTINGS,
  GET_KEYS,
  GET_NEW_KEY,
  POST_KEY,
  POST_KEY_SETTINGS,
  POST_REVOKE_KEY,
} from './pages/keys.js'
import {
  GET_MEMBERS,
  GET_REMOVE_MEMBER,
  POST_INVITATION,
  POST_MEMBER_ROLE,
  POST_REMOVE_MEMBER,
  POST_REVOKE_INVITATION,
} from './pages/members.js'
import { MOVE_ROUTES } from './pages/move-template.js'
import { GET_NEW_TEMPLATE, POST_TEMPLATE, POST_UPLOAD } from './pages/new-template.js'
import { GET_DASHBOARD, GET_ORGANIZATIONS } from './pages/organizations.js'
import { POST_MERGE_PARTIAL } from './pages/partial-merge.js'
import {
  GET_NEW_PARTIAL,
  GET_PARTIAL,
  GET_PARTIALS,
  POST_DELETE_PARTIAL,
  POST_NEW_PARTIAL,
  POST_PARTIAL,
  POST_PUBLISH_USERS,
} from './pages/partials.js'
import { GET_REQUEST, GET_REQUEST_DOCUMENT, POST_RENDER_AGAIN } from './pages/request.js'
import { GET_REQUESTS, GET_REQUESTS_CSV } from './pages/requests.js'
import { GET_SAMPLE_PICTURE } from './pages/samples.js'
import { GET_SEARCH } from './pages/search.js'
import { GET_SECOND_FACTOR, POST_CHANGE_SECOND_FACTOR, POST_SECOND_FACTOR } from './pages/second-factor.js'
import { GET_SETTINGS, POST_SETTINGS } from './pages/settings.js'
import { GET_SIGN_IN, GET_SIGNED_IN, POST_SIGN_IN, POST_SIGN_OUT } from './pages/sign-in.js'
import { GET_SIGN_ON, GET_SIGN_ON_CALLBACK } from './pages/sign-on.js'
import { GET_TEMPLATES, POST_DELETE_TEMPLATE, POST_RESTORE_TEMPLATE } from './pages/templates.js'
import { UPLOAD_ROUTES } from './pages/upload-template.js'
import { GET_USAGE, GET_USAGE_CSV } from './pages/usage.js'
import {
  GET_NEW_WEBHOOK,
  GET_WEBHOOK,
  GET_WEBHOOK_SETTINGS,
  GET_WEBHOOKS,
  POST_WEBHOOK,
  POST_WEBHOOK_SETTINGS,
  WEBHOOK_ACTIONS,
} from './pages/webhooks.js'
import type { DashboardRoute } from './route.js'
import { COMPARE_ROUTES } from './studio/compare-routes.js'
import { DOWNLOAD_ROUTES } from './studio/download-routes.js'
import { MERGE_ROUTES } from './studio/merge-routes.js'
import { PUBLISH_ROUTES } from './studio/publish-routes.js'
import { STAGE_ROUTES } from './studio/stage-routes.js'
import { DRAFT_ROUTES } from './studio/studio-routes.js'
import { USE_ROUTES } from './studio/use-routes.js'
import { VERSION_ROUTES } from './studio/version-routes.js'

/**
 * Every route of the dashboard. The first that matches a request takes it: fixed words come before parameters, and the
 * routes of organizations last.
 */
export const DASHBOARD_ROUTES: readonly DashboardRoute[] = [
  GET_DASHBOARD,
  GET_ASSET,
  GET_SIGN_ON,
  GET_SIGN_ON_CALLBACK,
  GET_SIGN_IN,
  GET_SIGNED_IN,
  GET_SIGNED_IN_AGAIN,
  GET_KEPT_FORM,
  POST_KEPT_FORM,
  POST_SIGN_IN,
  POST_SIGN_IN_CODE,
  POST_SIGN_OUT,
  GET_SIGN_IN_LINK,
  POST_SIGN_IN_LINK,
  GET_RESET,
  POST_RESET,
  GET_INVITATION,
  POST_ACCEPT_INVITATION,
  GET_ACCOUNT,
  POST_THEME,
  POST_PASSWORD,
  GET_SECOND_FACTOR,
  POST_SECOND_FACTOR,
  POST_CHANGE_SECOND_FACTOR,
  POST_END_SESSIONS,
  POST_END_SESSION,
  GET_ORGANIZATIONS,
  GET_ADMIN,
  GET_ADMIN_ORGANIZATIONS,
  POST_ADMIN_ORGANIZATION,
  GET_ADMIN_ORGANIZATION,
  POST_ADMIN_PLAN,
  GET_ADMIN_USERS,
  POST_ADMIN_RESET,
  POST_ADMIN_DISABLE,
  GET_ADMIN_SECOND_FACTOR,
  POST_ADMIN_SECOND_FACTOR,
  GET_ADMIN_AUDIT,

  GET_HOME,
  GET_TEMPLATES,
  POST_TEMPLATE,
  GET_NEW_TEMPLATE,
  GET_SAMPLE_PICTURE,
  POST_UPLOAD,
  POST_RESTORE_TEMPLATE,
  GET_DUPLICATE_TEMPLATE,
  POST_DUPLICATE_TEMPLATE,
  POST_DELETE_TEMPLATE,
  ...MOVE_ROUTES,
  ...UPLOAD_ROUTES,
  ...DRAFT_ROUTES,
  ...MERGE_ROUTES,
  ...VERSION_ROUTES,
  ...STAGE_ROUTES,
  ...COMPARE_ROUTES,
  ...PUBLISH_ROUTES,
  ...DOWNLOAD_ROUTES,
  ...USE_ROUTES,
  GET_PARTIALS,
  POST_NEW_PARTIAL,
  GET_NEW_PARTIAL,
  GET_PARTIAL,
  POST_PARTIAL,
  POST_MERGE_PARTIAL,
  POST_DELETE_PARTIAL,
  POST_PUBLISH_USERS,
  GET_KEYS,
  POST_KEY,
  GET_NEW_KEY,
  GET_KEY,
  GET_KEY_SETTINGS,
  POST_KEY_SETTINGS,
  POST_REVOKE_KEY,
  GET_WEBHOOKS,
  POST_WEBHOOK,
  GET_NEW_WEBHOOK,
  GET_DELIVERIES,
  GET_EVENTS,
  GET_RESEND_FAILED,
  POST_RESEND_FAILED,
  GET_WEBHOOK,
  GET_WEBHOOK_SETTINGS,
  POST_WEBHOOK_SETTINGS,
  ...WEBHOOK_ACTIONS,
  GET_DELIVERY,
  POST_RESEND,
  GET_REQUESTS,
  GET_REQUESTS_CSV,
  GET_REQUEST,
  GET_REQUEST_DOCUMENT,
  POST_RENDER_AGAIN,
  GET_USAGE,
  GET_USAGE_CSV,
  GET_MEMBERS,
  POST_INVITATION,
  POST_REVOKE_INVITATION,
  POST_MEMBER_ROLE,
  GET_REMOVE_MEMBER,
  POST_REMOVE_MEMBER,
  GET_SEARCH,
  GET_SETTINGS,
  POST_SETTINGS,
  GET_AUDIT,
  GET_AUDIT_CSV,
]

const PAGES: ReadonlySet<string> = new Set(
  DASHBOARD_ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path),
)

/** The page with the form of a route; undefined for pages, and where the form's address is one. */
export function pageOfForm({ method, path, page }: DashboardRoute): string | undefined {
  if (method === 'GET' || PAGES.has(path)) return undefined
  if (page !== undefined) return page
  let above = path
  while (!PAGES.has(above)) above = above.slice(0, above.lastIndexOf('/'))
  return above
}
