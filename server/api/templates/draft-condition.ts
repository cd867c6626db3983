import type { AppContext } from '../../http/app-state.js'
import { parameter } from '../../http/operation.js'
import { sha256 } from '../../storage/administration/blobs.js'
import type { Draft, DraftPlace } from '../../storage/drafts/draft-store.js'
import { changedMeanwhile } from './template-errors.js'

/** Characters of a tag: enough that no two states share one. */
const TAG_LENGTH = 32

export const IF_MATCH = parameter('header', 'If-Match', 'The ETag of the draft that is meant; any without it.')

/** The strong entity tag of a template as it is being worked on: it changes with its draft and what is published. */
export function tagOf({ templateId, revision, updatedAt, publishedVersion }: Draft): string {
  return `"${sha256([templateId, revision, updatedAt, publishedVersion].join(' ')).slice(0, TAG_LENGTH)}"`
}

/** Whether `If-Match` names certain tags (RFC 9110 §13.1.1). */
export function hasCondition(ctx: AppContext): boolean {
  return !['', '*'].includes(ctx.get('If-Match').trim())
}

/** @throws ApiError 412 unless the draft is one that `If-Match` names; weak tags never match */
export function requireMatch(ctx: AppContext, draft: Draft): void {
  if (!hasCondition(ctx)) return
  const tags = ctx
    .get('If-Match')
    .split(',')
    .map((tag) => tag.trim())
  if (!tags.includes(tagOf(draft))) throw changedMeanwhile(true)
}

/** The draft as it was read, for a change that must find it so. */
export function placeOf(organizationId: string, { endpointPath, revision, baseVersion }: Draft): DraftPlace {
  return { organizationId, endpointPath, revision, baseVersion }
}
