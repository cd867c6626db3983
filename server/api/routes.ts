import type { Route } from '../http/route.js'
import { ACTIVITY_ROUTES } from './activity.js'
import { CANCEL_REQUEST } from './cancel.js'
import { CHECK_INVOICE, type InvoiceCheckServices } from './check-invoice.js'
import { DELIVERY_ROUTES } from './deliveries.js'
import { type DocumentServices, GET_DOCUMENT, GET_DOCUMENT_IMAGE, GET_DOCUMENT_PDF, GET_REQUEST } from './documents.js'
import {
  GENERATE,
  GENERATE_BATCH,
  GENERATE_LATER,
  GENERATE_MERGED,
  GENERATE_MERGED_LATER,
  type GenerateServices,
} from './generate.js'
import { GET_HEALTH, GET_METRICS, GET_READINESS, type HealthServices } from './health.js'
import { KEY_ROUTES } from './keys.js'
import type { ManagementServices } from './management.js'
import { type McpServices, POST_MCP } from './mcp.js'
import { type DescriptionServices, descriptionRoutes } from './openapi.js'
import { PARTIAL_ROUTES } from './partials.js'
import { RENDER_AGAIN, RENDER_AGAIN_LATER } from './render-again.js'
import { GET_SAMPLE_PDF } from './sample-pdf.js'
import { TEMPLATE_ROUTES } from './templates/template-routes.js'
import type { TemplateServices } from './templates/template-services.js'
import { WEBHOOK_ROUTES, type WebhookRouteServices } from './webhooks.js'
import { GET_WELCOME } from './welcome.js'

export interface ApiServices
  extends GenerateServices,
    DocumentServices,
    InvoiceCheckServices,
    TemplateServices,
    ManagementServices,
    WebhookRouteServices,
    DescriptionServices,
    HealthServices,
    McpServices {}

/** The routes that the OpenAPI document describes, in its order. */
const DOCUMENTED: readonly Route<ApiServices>[] = [
  GENERATE,
  GENERATE_LATER,
  GENERATE_BATCH,
  GENERATE_MERGED,
  GENERATE_MERGED_LATER,
  GET_REQUEST,
  CANCEL_REQUEST,
  RENDER_AGAIN,
  RENDER_AGAIN_LATER,
  GET_DOCUMENT,
  GET_DOCUMENT_PDF,
  GET_DOCUMENT_IMAGE,
  CHECK_INVOICE,
  ...PARTIAL_ROUTES,
  ...TEMPLATE_ROUTES,
  ...KEY_ROUTES,
  ...WEBHOOK_ROUTES,
  ...DELIVERY_ROUTES,
  ...ACTIVITY_ROUTES,
]

/** Every route of the service. The first that matches a request takes it. */
export const ROUTES: readonly Route<ApiServices>[] = [
  ...DOCUMENTED,
  ...descriptionRoutes(DOCUMENTED),
  GET_SAMPLE_PDF,
  POST_MCP,
  GET_WELCOME,
  GET_HEALTH,
  GET_READINESS,
  GET_METRICS,
]
