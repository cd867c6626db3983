import { createKey, findCaller, listKeys, recordKeyUses, revokeKey } from './api-keys.js'
import type { StoreDatabase } from './database.js'
import { createOrganization, findOrganization, listOrganizations } from './organizations.js'
import type { Store } from './store.js'
import {
  deleteTemplate,
  findPublishedTemplate,
  listTemplates,
  loadTemplateVersion,
  publishTemplate,
} from './templates.js'

/** The store over an open, migrated SQL database of any kind. */
export function createSqlStore(database: StoreDatabase): Store {
  return {
    createOrganization: (organization) => createOrganization(database, organization),
    listOrganizations: () => listOrganizations(database),
    findOrganization: (slug) => findOrganization(database, slug),
    createKey: (key) => createKey(database, key),
    listKeys: (organizationId) => listKeys(database, organizationId),
    revokeKey: (keyId) => revokeKey(database, keyId),
    findCaller: (keyHash, slug) => findCaller(database, keyHash, slug),
    recordKeyUses: (uses) => recordKeyUses(database, uses),
    publishTemplate: (version) => publishTemplate(database, version),
    listTemplates: (organizationId) => listTemplates(database, organizationId),
    findPublishedTemplate: (organizationId, endpointPath) =>
      findPublishedTemplate(database, organizationId, endpointPath),
    loadTemplateVersion: (versionId) => loadTemplateVersion(database, versionId),
    deleteTemplate: (organizationId, endpointPath) => deleteTemplate(database, organizationId, endpointPath),
    close: () => database.db.destroy(),
  }
}
