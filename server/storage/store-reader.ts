import type { Session, User } from './accounts/account-store.js'
import type { Invitation, Member } from './accounts/member-store.js'
import type { AuditEntry, AuditQuery } from './administration/administration-store.js'
import type { HiddenTemplate } from './administration/hidden-templates.js'
import type { FormerPath, TemplatePlace } from './administration/template-paths.js'
import type { TemplateStage } from './administration/template-stages.js'
import type { DraftReader } from './drafts/draft-store.js'
import type { Page, TimeCursor } from './page.js'
import type { PartialReader } from './partials/partial-store.js'
import type {
  FoundRequest,
  Hour,
  LatencyCount,
  LoggedRequest,
  OpenRequest,
  RequestHistory,
  RequestQuery,
  UsageSum,
} from './request-log/request-log-store.js'
import type { QueueState } from './requests/queue-state.js'
import type { ExpiredAnswer, ExpiredRequest, StoredEvent } from './requests/request-store.js'
import type { ApiKey, CurrentUsage, Organization, TemplateContent, TemplateSchema, TemplateSummary } from './store.js'
import type { Delivery, DeliveryQuery, FailedSince, Webhook } from './webhooks/webhook-store.js'

/**
 * Lists, searches and whatever else only reads and may take its time. It has connections of its own (and, over files, a
 * thread of its own), so that nobody who writes ever waits for it. Each operation sees the data as it was at one moment,
 * with everything in it that was written before it was called. A list that is asked for without a page comes whole.
 */
export interface StoreReader extends DraftReader, PartialReader {
  /** In the order of their slugs. */
  listOrganizations(page?: Page<Pick<Organization, 'slug'>>): Promise<readonly Organization[]>
  /** Newest last, revoked ones included. */
  listKeys(organizationId: string, page?: Page<TimeCursor>): Promise<readonly ApiKey[]>
  /** Of an organization, by its id. */
  findKey(organizationId: string, keyId: string): Promise<ApiKey | undefined>
  /** In the order of their paths. @param which with `all` also those that were never published */
  listTemplates(
    organizationId: string,
    page?: Page<Pick<TemplateSummary, 'endpointPath'>>,
    which?: 'published' | 'all',
  ): Promise<readonly TemplateSummary[]>
  /** By its path, or one that it had in the last thirty days. */
  findTemplate(organizationId: string, endpointPath: string): Promise<TemplatePlace | undefined>
  listFormerPaths(organizationId: string, templateId: string): Promise<readonly FormerPath[]>
  /** The stages of a template besides `live`, in the order of their names. */
  listStages(organizationId: string, endpointPath: string): Promise<readonly TemplateStage[]>
  /** Those that were deleted and can be restored, the last one first. */
  listHiddenTemplates(organizationId: string): Promise<readonly HiddenTemplate[]>
  /** The published schemas, in the same order. */
  listTemplateSchemas(organizationId: string): Promise<readonly TemplateSchema[]>
  /** The content of a version, megabytes of it; absent when its template was deleted. */
  loadTemplateVersion(versionId: string): Promise<TemplateContent | undefined>
  /** The documents that wait. @param limit organizations that are named */
  readQueueState(limit: number): Promise<QueueState>
  /** Usage in the current periods. */
  readUsage(organizationId: string): Promise<CurrentUsage>

  /** Oldest first, disabled ones included. */
  listWebhooks(organizationId: string, page?: Page<TimeCursor>): Promise<readonly Webhook[]>
  /** Newest first. */
  listDeliveries(query: DeliveryQuery): Promise<readonly Delivery[]>
  /** How many deliveries `resendFailed` would send again; of many only so many are counted. */
  countFailed(failed: FailedSince, limit: number): Promise<number>
  findDelivery(deliveryId: string): Promise<Delivery | undefined>
  /** Events, newest first. */
  listEvents(organizationId: string, page: Page<TimeCursor>): Promise<readonly StoredEvent[]>
  /** The audit trail, newest first. */
  listAudit(query: AuditQuery): Promise<readonly AuditEntry[]>

  /** Those that a user belongs to, in the order of their slugs. */
  listOrganizationsOf(userId: string): Promise<readonly Organization[]>
  /** Those of a user that have not ended, newest first. */
  listSessions(userId: string, idleMs: number): Promise<readonly Session[]>

  /** By their addresses. */
  listMembers(organizationId: string): Promise<readonly Member[]>
  /** Those that can still be accepted, oldest first. */
  listInvitations(organizationId: string): Promise<readonly Invitation[]>
  /** All users of the service, newest last. */
  listUsers(page: Page<TimeCursor>): Promise<readonly User[]>
  /** Requests that are over, newest first. */
  searchRequests(query: RequestQuery): Promise<readonly LoggedRequest[]>
  /** By the id of the request or of its document. */
  findLoggedRequest(organizationId: string, id: string): Promise<FoundRequest | undefined>
  /** An asynchronous request, by the same; expired ones as well, as long as they are there. */
  findRequestHistory(organizationId: string, id: string): Promise<RequestHistory | undefined>
  /** Asynchronous requests that wait or are worked on, newest first. */
  listOpenRequests(organizationId: string, limit: number): Promise<readonly OpenRequest[]>
  /** Documents made since a day (`2026-11-21`), added up by day, in no order. */
  sumUsageByDay(organizationId: string, firstDay: string): Promise<readonly UsageSum[]>
  /** The same by template: those that have made most, most first. */
  sumUsageByTemplate(organizationId: string, firstDay: string, limit: number): Promise<readonly UsageSum[]>
  /** Documents and test documents made on some days, by the paths of some templates; those without any are left out. */
  countDocuments(
    organizationId: string,
    days: readonly string[],
    endpointPaths: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
  /** From an hour on (epoch ms); hours in which nothing was made are left out. */
  listUsageHours(organizationId: string, firstHour: number): Promise<readonly Hour[]>
  /** From a day on, by day and from short to long. */
  listLatencies(organizationId: string, firstDay: string): Promise<readonly LatencyCount[]>

  listExpiredRequests(limit: number): Promise<readonly ExpiredRequest[]>
  listExpiredAnswers(limit: number): Promise<readonly ExpiredAnswer[]>
  /** Events whose time in the log is over and of which nothing is on its way any more, by their ids. */
  listExpiredEvents(limit: number): Promise<readonly string[]>
}
