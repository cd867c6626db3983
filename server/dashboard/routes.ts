import { GET_ACCOUNT, POST_END_SESSION, POST_END_SESSIONS, POST_PASSWORD, POST_THEME } from './pages/account.js'
import { GET_RESET, GET_SIGN_IN_LINK, POST_RESET, POST_SIGN_IN_LINK } from './pages/account-links.js'
import { GET_ASSET } from './pages/assets.js'
import { GET_HOME } from './pages/home.js'
import { GET_DASHBOARD, GET_ORGANIZATIONS } from './pages/organizations.js'
import { GET_SIGN_IN, POST_SIGN_IN, POST_SIGN_OUT } from './pages/sign-in.js'
import type { DashboardRoute } from './route.js'

/** Every route of the dashboard. The first that matches a request takes it, so those of organizations come last. */
export const DASHBOARD_ROUTES: readonly DashboardRoute[] = [
  GET_DASHBOARD,
  GET_ASSET,
  GET_SIGN_IN,
  POST_SIGN_IN,
  POST_SIGN_OUT,
  GET_SIGN_IN_LINK,
  POST_SIGN_IN_LINK,
  GET_RESET,
  POST_RESET,
  GET_ACCOUNT,
  POST_THEME,
  POST_PASSWORD,
  POST_END_SESSIONS,
  POST_END_SESSION,
  GET_ORGANIZATIONS,
  GET_HOME,
]
