import type { Draft } from '../../storage/drafts/draft-store.js'

/** What the studio says of a draft: whether the API serves it. */
export function draftState({ revision, baseVersion, publishedVersion, isPublished }: Draft): string {
  if (publishedVersion === 0) return 'Draft, not published yet'
  if (revision === 0) return `As published, version ${publishedVersion}`
  if (isPublished) return `Published as version ${publishedVersion}`
  if (baseVersion !== publishedVersion)
    return `Draft of version ${baseVersion}; version ${publishedVersion} was published since`
  return 'Draft, saved'
}
