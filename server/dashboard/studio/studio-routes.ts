import { inlineFile } from '../../http/content-disposition.js'
import type { PreviewOutcome } from '../../render/preview-types.js'
import type { Draft, DraftChange, DraftPlace, DraftTexts } from '../../storage/drafts/draft-store.js'
import { isAtLeast } from '../access/roles.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, Refusal, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { checkPath, DRAFT_FORM, readEdits, readPairs, readSettings, readTexts } from './draft-form.js'
import { draftState } from './draft-state.js'
import { exampleData } from './example-data.js'
import { describeOutcome, NO_DATA, previewDraft } from './preview-draft.js'
import { studioPage } from './studio-page.js'

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
  found(await store.findPublishedTemplate(organization.id, params.template ?? ''))
}

const GET_STUDIO = route({
  method: 'GET',
  path: STUDIO,
  least: 'viewer',
  async handle(visit, services) {
    const draft = await findDraft(visit, services)
    services.previews.start()
    const texts = await textFiles(visit, services, draft)
    const partials = await services.store.reader.loadPartials(visit.organization.id)
    return studioPage(visit, services, { draft, texts, partials, mayEdit: isAtLeast(visit.role, 'editor') })
  },
})

/** Files that are edited as texts. */
const TEXT_FILE = /\.(?:css|svg|pdf|html|txt|json|md)$/i

const LARGEST_TEXT = 300_000

async function textFiles(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  { files }: Draft,
): Promise<ReadonlyMap<string, string>> {
  const wanted = files.filter(({ path, size }) => TEXT_FILE.test(path) && size <= LARGEST_TEXT)
  const hashes = wanted.map(({ hash }) => hash)
  const loaded = new Map(await store.reader.loadDraftFiles(organization.id, params.template ?? '', hashes))
  return new Map(wanted.map(({ path, hash }) => [path, Buffer.from(loaded.get(hash) ?? []).toString('utf8')]))
}

/** Saves what was written, with scripts and without. */
const POST_DRAFT = route({
  method: 'POST',
  path: STUDIO,
  least: 'editor',
  form: DRAFT_FORM,
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { form } = visit
    const texts = readTexts(form)
    const edits = readEdits(form)
    const change = await saveAll(visit, services, texts, edits)
    if (form.has('live')) {
      if (change.kind === 'conflict') return { kind: 'json', status: 409, value: change }
      const state = draftState(await findDraft(visit, services))
      return { kind: 'json', status: 200, value: { ...change, state } }
    }
    const address = studioAddress(visit)
    if (change.kind === 'conflict') {
      const who = change.updatedBy ?? 'Somebody'
      throw new Refusal(
        409,
        `${who} has changed this draft meanwhile. Copy what you wrote, reload the studio and add it there.`,
      )
    }
    const to = form.has('publish') ? `${address}/publish` : address
    return { kind: 'redirect', to, flash: { kind: 'done', text: 'The draft is saved.' } }
  },
})

async function saveAll(
  visit: MemberVisit,
  { store }: DashboardServices,
  texts: DraftTexts,
  edits: ReadonlyMap<string, string>,
): Promise<DraftChange> {
  const { user } = visit
  const place = shownPlace(visit)
  const saved = await store.saveDraft(place, texts, user.email)
  if (saved.kind === 'conflict' || edits.size === 0) return saved
  const put = new Map([...edits].map(([path, text]) => [path, Buffer.from(text)] as const))
  return store.changeDraftFiles({ ...place, revision: saved.revision }, { put, remove: [] }, user.email)
}

/** The draft that a form was written for, or the version where there was none. */
function shownPlace({ form, organization, params }: MemberVisit): DraftPlace {
  const revision = form.wholeNumber('revision', 'The revision', 0, Number.MAX_SAFE_INTEGER) ?? 0
  const baseVersion = form.wholeNumber('base', 'The version', 0, Number.MAX_SAFE_INTEGER)
  return { organizationId: organization.id, endpointPath: params.template ?? '', revision, baseVersion }
}

/** Shows what an editor has before it. */
const POST_PREVIEW = route({
  method: 'POST',
  path: `${STUDIO}/preview`,
  least: 'viewer',
  form: DRAFT_FORM,
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { form } = visit
    const shown = {
      ...readSettings(form),
      html: form.raw('html'),
      schema: form.raw('schema') === '' ? undefined : form.raw('schema'),
      data: form.raw('data') === '' ? NO_DATA : form.raw('data'),
      files: readPairs(form.raw('files')).map(([path, hash]) => [checkPath(path), hash] as const),
      edits: readEdits(form),
    }
    const outcome = await previewDraft(visit, services, shown, form.raw('tab').slice(0, LONGEST_WINDOW))
    return { kind: 'content', type: 'application/octet-stream', content: frame(outcome) }
  },
})

/** An answer as the studio's script reads it: the length of a JSON text, the text, and the PDF. */
function frame(outcome: PreviewOutcome): Uint8Array {
  const { pdf, map, ...rest } =
    outcome.kind === 'previewed' ? outcome : { ...outcome, pdf: new Uint8Array(), map: undefined }
  const message = outcome.kind === 'previewed' || outcome.kind === 'broken' ? undefined : describeOutcome(outcome)
  const text = JSON.stringify({ ...rest, message })
  const head = Buffer.from(map === undefined ? text : `${text.slice(0, -1)},"map":${map}}`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, pdf])
}

/** Windows have names of this length at most. */
const LONGEST_WINDOW = 40

/** Tells a window that shows a draft who else does, what was saved of it last, and whether it is published. */
const GET_EDITORS = route({
  method: 'GET',
  path: `${STUDIO}/editors`,
  least: 'viewer',
  async handle(visit, services) {
    const { organization, query, session, user } = visit
    const draft = await findDraft(visit, services)
    const { templateId, revision, publishedVersion, updatedBy } = draft
    const window = `${session.id} ${(query.get('window') ?? '').slice(0, LONGEST_WINDOW)}`
    const editors = services.presence.note(`${organization.id} ${templateId}`, window, user.email)
    return {
      kind: 'json',
      status: 200,
      value: { revision, publishedVersion, updatedBy, editors, state: draftState(draft) },
    }
  },
})

/** The draft that is saved, as a PDF. */
const GET_DRAFT_PDF = route({
  method: 'GET',
  path: `${STUDIO}/draft.pdf`,
  least: 'viewer',
  async handle(visit, services) {
    const draft = await findDraft(visit, services)
    const index = Number(visit.query.get('sample') ?? 0)
    const outcome = await previewDraft(
      visit,
      services,
      { ...savedDraft(draft), data: draft.samples[index]?.data ?? exampleData(draft.schema ?? '') ?? NO_DATA },
      'pdf',
    )
    return pdfAnswer(outcome, visit.params.template ?? '')
  },
})

/** A draft as it is kept. */
export function savedDraft(draft: Draft) {
  const files = draft.files.map(({ path, hash }) => [path, hash] as const)
  return { ...draft, files, edits: new Map<string, string>() }
}

/** @throws Refusal where there is no document */
export function pdfAnswer(outcome: PreviewOutcome, name: string): Answer {
  if (outcome.kind !== 'previewed') throw new Refusal(409, describeOutcome(outcome))
  const headers = { 'Content-Disposition': inlineFile(outcome.fileName ?? `${name}.pdf`) }
  return { kind: 'content', type: 'application/pdf', content: outcome.pdf, headers }
}

/** Bytes of files that are uploaded together. */
const UPLOAD = { maxBytes: 20 * 1_048_576, files: { maxFiles: 100 } } as const

const FILE_TYPES = /\.(?:css|svg|pdf|html|txt|json|md|png|jpe?g|gif|webp|ttf|otf|ttc|woff2?|icc)$/i

const POST_FILES = route({
  method: 'POST',
  path: `${STUDIO}/files`,
  least: 'editor',
  form: UPLOAD,
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { store } = services
    const { form, files, user } = visit
    const { put, leftOut } = readFiles(files)
    // Folders that are dropped may hold other files as well; files that somebody chose are all meant.
    const [fault] = leftOut
    if (fault && (put.size === 0 || !form.has('dropped'))) throw fault
    const remove = form.all('remove').map(checkPath)
    const change = await store.changeDraftFiles(shownPlace(visit), { put, remove }, user.email)
    const to = studioAddress(visit)
    const isDropped = form.has('dropped')
    if (change.kind === 'conflict') {
      const text = 'The template was changed meanwhile; its files are as they were. Please try again.'
      if (isDropped) throw new Refusal(409, text)
      return { kind: 'redirect', to, flash: { kind: 'problem', text } }
    }
    const done = put.size > 0 ? `Uploaded ${shorten([...put.keys()].join(', '))}.` : `Removed ${remove.join(', ')}.`
    const rest = leftOut.length > 0 ? ` Left out: ${shorten(leftOut.map(({ message }) => message).join(' '))}` : ''
    const flash = { kind: 'done', text: done + rest } as const
    return isDropped ? { kind: 'json', value: change, flash } : { kind: 'redirect', to, flash }
  },
})

/** The files of a form by their paths in the template, and why some cannot be among them. */
function readFiles(files: MemberVisit['files']) {
  const put = new Map<string, Uint8Array>()
  const leftOut: Refusal[] = []
  for (const { name, bytes } of files) {
    try {
      put.set(checkFile(name.replace(/^\.?\//, '')), bytes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      leftOut.push(error)
    }
  }
  return { put, leftOut }
}

/** @throws Refusal */
function checkFile(name: string): string {
  const path = checkPath(name)
  if (FILE_TYPES.test(path)) return path
  throw new Refusal(400, `${path} is neither a style sheet, an image, a font nor a text.`)
}

/** A list for a message. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

const POST_DISCARD = route({
  method: 'POST',
  path: `${STUDIO}/discard`,
  least: 'editor',
  async handle(visit, services) {
    await requireTemplate(visit, services)
    await services.store.discardDraft(visit.organization.id, visit.params.template ?? '')
    return {
      kind: 'redirect',
      to: studioAddress(visit),
      flash: { kind: 'done', text: 'The draft is as what is published again.' },
    }
  },
})

export const DRAFT_ROUTES: readonly DashboardRoute[] = [
  POST_PREVIEW,
  GET_EDITORS,
  GET_DRAFT_PDF,
  POST_FILES,
  POST_DISCARD,
  GET_STUDIO,
  POST_DRAFT,
]
