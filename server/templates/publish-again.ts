import type { PartialUser } from '../storage/partials/partial-store.js'
import { type Store, StoreError, type TemplateContent } from '../storage/store.js'

/** How publishing one template again ended. */
export type PublishedAgain =
  | { readonly kind: 'published'; readonly endpointPath: string; readonly version: number }
  /** It stays as it was published. */
  | { readonly kind: 'failed'; readonly endpointPath: string; readonly reason: string }

interface PublishAgainOptions {
  readonly organizationId: string
  /** The partial that has changed. */
  readonly name: string
  readonly users: readonly PartialUser[]
  /** The reason why a template cannot be published with the partials as they are now, if there is one. */
  findFault(content: TemplateContent): Promise<string | undefined>
  readonly actor: string
}

/** Publishes the templates once more that have an older text of a partial in them, each as a new version of its own. */
export async function publishAgain(
  store: Store,
  { organizationId, name, users, findFault, actor }: PublishAgainOptions,
): Promise<readonly PublishedAgain[]> {
  const ended: PublishedAgain[] = []
  for (const { endpointPath, version } of users.filter(({ isCurrent }) => !isCurrent)) {
    const fail = (reason: string) => ended.push({ kind: 'failed', endpointPath, reason })
    const found = await store.reader.findVersion(organizationId, endpointPath, version)
    const content = found && (await store.reader.loadTemplateVersion(found.versionId))
    // Whoever publishes or deletes it meanwhile has the last word.
    if (!content) continue
    const changed = { ...content, partials: undefined }
    const fault = await findFault(changed)
    if (fault !== undefined) {
      fail(fault)
      continue
    }
    try {
      const note = `With the partial "${name}" as it is now`
      const next = { ...changed, organizationId, endpointPath, note, expectedVersion: version }
      ended.push({
        kind: 'published',
        endpointPath,
        version: (await store.publishTemplate(next, actor)).version,
      })
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      fail(error.message)
    }
  }
  return ended
}
