import { findPublishedTemplate } from '../administration/templates.js'
import type { StoreDatabase } from '../database.js'
import type { Entry, NewEntry } from '../store.js'
import { findCaller } from './api-keys.js'
import { judgeCaller } from './judge-caller.js'
import { acquireSlots, type SlotStore } from './key-slots.js'

export async function enter(
  database: StoreDatabase,
  slotStore: SlotStore,
  { keyHash, slug, address, endpointPath, slots }: NewEntry,
): Promise<Entry> {
  const caller = await findCaller(database, keyHash, slug)
  const verdict = judgeCaller(caller, address)
  if (verdict.kind !== 'allowed') return { ...caller, template: undefined, slots: 0 }
  // Slots that are taken although the template cannot be looked up have no holder, and are free when their lease ends.
  const [template, taken] = await Promise.all([
    endpointPath === undefined ? undefined : findPublishedTemplate(database, verdict.organization.id, endpointPath),
    slots ? acquireSlots(slotStore, { ...slots, keyId: verdict.key.id }) : 0,
  ])
  return { ...caller, template, slots: taken }
}
