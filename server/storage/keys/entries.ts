import { findPublishedTemplate } from '../administration/templates.js'
import type { ReadDatabase } from '../database.js'
import type { Entry, NewEntry } from '../store.js'
import { findCaller } from './api-keys.js'
import { judgeCaller } from './judge-caller.js'
import { acquireSlots, type SlotStore } from './key-slots.js'

/** `enter` without slots, which only reads. */
export async function findEntry(
  database: ReadDatabase,
  { keyHash, slug, address, endpointPath, stage }: Omit<NewEntry, 'slots'>,
): Promise<Entry> {
  const caller = await findCaller(database, keyHash, slug)
  const verdict = judgeCaller(caller, address)
  const template =
    verdict.kind === 'allowed' && endpointPath !== undefined
      ? await findPublishedTemplate(database, verdict.organization.id, endpointPath, stage)
      : undefined
  return { ...caller, template, slots: 0 }
}

export async function enter(
  database: ReadDatabase,
  slotStore: SlotStore,
  { slots, ...entry }: NewEntry,
): Promise<Entry> {
  if (!slots) return findEntry(database, entry)
  const { keyHash, slug, address, endpointPath, stage } = entry
  const caller = await findCaller(database, keyHash, slug)
  const verdict = judgeCaller(caller, address)
  if (verdict.kind !== 'allowed') return { ...caller, template: undefined, slots: 0 }
  // Slots that are taken although the template cannot be looked up have no holder, and are free when their lease ends.
  const [template, taken] = await Promise.all([
    endpointPath === undefined
      ? undefined
      : findPublishedTemplate(database, verdict.organization.id, endpointPath, stage),
    acquireSlots(slotStore, { ...slots, keyId: verdict.key.id }),
  ])
  return { ...caller, template, slots: taken }
}
