import { createKey, findCaller, listKeys, recordKeyUses, revokeKey } from './api-keys.js'
import type { StoreDatabase } from './database.js'
import { acquireSlot, releaseSlot, renewSlots, type SlotStore } from './key-slots.js'
import { createOrganization, findOrganization, listOrganizations } from './organizations.js'
import type { StoreOperations } from './store.js'
import {
  deleteTemplate,
  findPublishedTemplate,
  listTemplates,
  loadTemplateSchema,
  loadTemplateVersion,
  publishTemplate,
} from './templates.js'
import { countUsage, readUsage, uncountUsage } from './usage.js'

/** What the store does, over an open, migrated SQL database of any kind and the one that holds the keys' slots. */
export function createSqlStore(database: StoreDatabase, slots: SlotStore): StoreOperations {
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
    loadTemplateSchema: (versionId) => loadTemplateSchema(database, versionId),
    deleteTemplate: (organizationId, endpointPath) => deleteTemplate(database, organizationId, endpointPath),
    countUsage: (usage) => countUsage(database, usage),
    uncountUsage: (usage) => uncountUsage(database, usage),
    readUsage: (organizationId) => readUsage(database, organizationId),
    acquireSlot: (slot) => acquireSlot(slots, slot),
    releaseSlot: (keyId, holder) => releaseSlot(slots, keyId, holder),
    renewSlots: (owner) => renewSlots(slots, owner),
    close: async () => {
      await Promise.all([database.db.destroy(), slots.db.destroy()])
    },
  }
}
