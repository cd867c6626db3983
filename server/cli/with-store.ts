import { readStoreLocation } from '../config.js'
import { openStore, withVariable } from '../storage/open-store.js'
import type { Organization, Store } from '../storage/store.js'
import { CommandError } from './command.js'

/** Opens the store that the environment names for the time of an action. */
export async function withStore<T>(action: (store: Store) => Promise<T>): Promise<T> {
  const location = readStoreLocation(process.env)
  const store = await openStore(location)
  try {
    return await action(store)
  } catch (error) {
    throw withVariable(error, location)
  } finally {
    await store.close()
  }
}

/** @throws CommandError when there is no such organization */
export async function findOrganization(store: Store, slug: string): Promise<Organization> {
  const organization = await store.findOrganization(slug)
  if (!organization) throw new CommandError(`--org: there is no organization "${slug}"`)
  return organization
}
