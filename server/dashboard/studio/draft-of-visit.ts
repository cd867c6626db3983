import { isDeepStrictEqual } from 'node:util'
import { sha256 } from '../../storage/administration/blobs.js'
import type { Draft, DraftChange, DraftPlace, DraftTexts } from '../../storage/drafts/draft-store.js'
import { found, type MemberVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { checkPath } from './draft-form.js'

/** The path below which all routes of one template are. */
export const STUDIO = '/dashboard/{org}/templates/{template}'

/** Where the studio of a template is. */
export function studioAddress({ organization, params }: MemberVisit): string {
  return `/dashboard/${organization.slug}/templates/${params.template}`
}

/** @throws NotThere */
export async function findDraft({ organization, params }: MemberVisit, { store }: DashboardServices): Promise<Draft> {
  return found(await store.reader.findDraft(organization.id, params.template ?? ''))
}

/** Makes sure that the template exists that an address is below. @throws NotThere */
export async function requireTemplate(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
): Promise<void> {
  found(await store.reader.findTemplate(organization.id, params.template ?? ''))
}

/** Files that are edited as texts. */
const TEXT_FILE = /\.(?:css|svg|html|txt|json|md)$/i

const LARGEST_TEXT = 300_000

/** The texts among the files of a draft, by their paths. */
export async function textFiles(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  { files }: Draft,
): Promise<ReadonlyMap<string, string>> {
  const wanted = files.filter(({ path, size }) => TEXT_FILE.test(path) && size <= LARGEST_TEXT)
  const hashes = wanted.map(({ hash }) => hash)
  const loaded = new Map(await store.reader.loadDraftFiles(organization.id, params.template ?? '', hashes))
  return new Map(wanted.map(({ path, hash }) => [path, Buffer.from(loaded.get(hash) ?? []).toString('utf8')]))
}

/** Saves a draft as an editor has it. One that is kept already as it was sent counts as saved: the answer was lost. */
export async function saveAll(
  visit: MemberVisit,
  services: DashboardServices,
  texts: DraftTexts,
  edits: ReadonlyMap<string, string>,
): Promise<DraftChange> {
  const { user } = visit
  const { store } = services
  const place = shownPlace(visit)
  await checkNewPaths(visit, services, edits)
  const saved = await store.saveDraft(place, texts, user.email)
  if (saved.kind === 'conflict') return (await findSaved(visit, services, texts, edits)) ?? saved
  if (edits.size === 0) return saved
  const put = new Map([...edits].map(([path, text]) => [path, Buffer.from(text)] as const))
  return store.changeDraftFiles({ ...place, revision: saved.revision }, { put, remove: [] }, user.email)
}

/** Files that a draft has may be changed whatever they are called. @throws Refusal for a new one that may not be called so */
async function checkNewPaths(
  visit: MemberVisit,
  services: DashboardServices,
  edits: ReadonlyMap<string, string>,
): Promise<void> {
  if (edits.size === 0) return
  const known = new Set((await findDraft(visit, services)).files.map(({ path }) => path))
  for (const path of edits.keys()) if (!known.has(path)) checkPath(path)
}

/** The draft that is kept, if it is what was sent. */
async function findSaved(
  visit: MemberVisit,
  services: DashboardServices,
  texts: DraftTexts,
  edits: ReadonlyMap<string, string>,
): Promise<DraftChange | undefined> {
  const draft = await findDraft(visit, services)
  const { revision, updatedAt, files } = draft
  const hashes = new Map(files.map(({ path, hash }) => [path, hash]))
  const isSaved =
    revision > 0 &&
    isDeepStrictEqual(defined(texts), defined(pick(draft, Object.keys(texts)))) &&
    [...edits].every(([path, text]) => hashes.get(path) === sha256(text))
  return isSaved ? { kind: 'saved', revision, updatedAt } : undefined
}

function pick(draft: Draft, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}

/** Settings that are absent may be written or left out. */
function defined(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The draft that a form was written for, or the version where there was none. */
export function shownPlace({ form, organization, params }: MemberVisit): DraftPlace {
  const revision = form.wholeNumber('revision', 'The revision', 0, Number.MAX_SAFE_INTEGER) ?? 0
  const baseVersion = form.wholeNumber('base', 'The version', 0, Number.MAX_SAFE_INTEGER)
  return { organizationId: organization.id, endpointPath: params.template ?? '', revision, baseVersion }
}
