import { extname } from 'node:path'
import { ASSET_TYPES } from '../../../engine/folder/folder-assets.js'
import { inlineFile } from '../../http/content-disposition.js'
import type { PreviewOutcome } from '../../render/preview-types.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import { describeOutcome, NO_DATA } from '../../templates/preview-template.js'
import { FileError, parseSettings } from '../../templates/template-files.js'
import { isAtLeast } from '../access/roles.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, Refusal, route } from '../route.js'
import { confirmation } from '../views/confirmation.js'
import { pictureAnswer } from '../views/picture.js'
import { ago } from '../views/values.js'
import { checkPath, DRAFT_FORM, readEdits, readFilePairs, readSettings, readTexts } from './draft-form.js'
import { findDraft, requireTemplate, STUDIO, saveAll, shownPlace, studioAddress, textFiles } from './draft-of-visit.js'
import { draftState } from './draft-state.js'
import { exampleData } from './example-data.js'
import { frameAnswer } from './frame-answer.js'
import { mergePage } from './merge-page.js'
import { previewDraft, previewVersion } from './preview-draft.js'
import { studioPage } from './studio-page.js'
import { draftContent } from './template-contents.js'

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
    if (change.kind === 'conflict') return mergePage(visit, services, form)
    const to = form.has('publish') ? `${address}/publish` : address
    return { kind: 'redirect', to, flash: { kind: 'done', text: 'The draft is saved.' } }
  },
})

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
      files: readFilePairs(form.raw('files')),
      edits: readEdits(form),
    }
    const outcome = await previewDraft(visit, services, shown, form.raw('tab').slice(0, LONGEST_WINDOW))
    return { kind: 'content', type: 'application/octet-stream', content: frame(outcome) }
  },
})

/** What the studio's script is told of a preview. */
function frame(outcome: PreviewOutcome): Uint8Array {
  const { pdf, map, ...rest } =
    outcome.kind === 'previewed' ? outcome : { ...outcome, pdf: new Uint8Array(), map: undefined }
  const message = outcome.kind === 'previewed' || outcome.kind === 'broken' ? undefined : describeOutcome(outcome)
  const text = JSON.stringify({ ...rest, message })
  return frameAnswer(map === undefined ? text : `${text.slice(0, -1)},"map":${map}}`, pdf)
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
      value: { revision, publishedVersion, updatedBy, editors, state: draftState(draft), csrf: visit.csrf },
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

/** The first page of the draft, for the list of templates. */
const GET_DRAFT_THUMBNAIL = route({
  method: 'GET',
  path: `${STUDIO}/thumbnail.png`,
  least: 'viewer',
  async handle(visit, services) {
    const content = await draftContent(visit, services)
    const outcome = await previewVersion(visit, services, content, { firstPages: 1, isPublished: false })
    return pictureAnswer(outcome, visit, services)
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

/** Texts that documents do not need, but people may. */
const NOTES = /\.(?:txt|json|md)$/i

const POST_FILES = route({
  method: 'POST',
  path: `${STUDIO}/files`,
  least: 'editor',
  form: UPLOAD,
  refuse: (visit, _, { message }) => ({
    kind: 'redirect',
    to: studioAddress(visit),
    flash: { kind: 'problem', text: `Nothing was uploaded. ${message}` },
  }),
  async handle(visit, services) {
    await requireTemplate(visit, services)
    const { store } = services
    const { form, files, user } = visit
    const draft = await findDraft(visit, services)
    const { put, leftOut } = readFiles(files, namedFiles(draft))
    // Folders that are dropped may hold other files as well; files that somebody chose are all meant.
    const [fault] = leftOut
    if (fault && (put.size === 0 || !form.has('dropped'))) throw fault
    const remove = form.all('remove')
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
function readFiles(files: MemberVisit['files'], named: ReadonlySet<string>) {
  const put = new Map<string, Uint8Array>()
  const leftOut: Refusal[] = []
  for (const { name, bytes } of files) {
    try {
      put.set(checkFile(name.replace(/^\.?\//, ''), named), bytes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      leftOut.push(error)
    }
  }
  return { put, leftOut }
}

/** The files that the settings of a draft name, such as attachments; none while these cannot be read. */
function namedFiles({ settings = '{}' }: Draft): ReadonlySet<string> {
  try {
    return parseSettings(settings, 'template.json').files ?? new Set()
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return new Set()
  }
}

/** @throws Refusal */
function checkFile(name: string, named: ReadonlySet<string>): string {
  const path = checkPath(name)
  if (named.has(path) || ASSET_TYPES.has(extname(path).toLowerCase()) || NOTES.test(path)) return path
  throw new Refusal(400, `${path} is neither a style sheet, an image, a font nor a text.`)
}

/** A list for a message. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

/** Pictures of a draft that are shown small beside their names. Drawings are no pictures here: they may have scripts in them. */
const PICTURE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
}

/** A picture among the files of the draft, by its hash. */
const GET_PICTURE = route({
  method: 'GET',
  path: `${STUDIO}/files/{hash}`,
  least: 'viewer',
  async handle(visit, services) {
    const { organization, params } = visit
    const { files, endpointPath } = await findDraft(visit, services)
    const { path, hash } = found(files.find((file) => file.hash === params.hash))
    const type = found(PICTURE_TYPES[extname(path).toLowerCase()])
    const [loaded] = await services.store.reader.loadDraftFiles(organization.id, endpointPath, [hash])
    const headers = { 'Cache-Control': 'private, max-age=86400, immutable' }
    return { kind: 'content', type, content: found(loaded)[1], headers }
  },
})

/** Asks before a file is removed. */
const GET_REMOVE_FILE = route({
  method: 'GET',
  path: `${STUDIO}/files`,
  least: 'editor',
  async handle(visit, services) {
    const draft = await findDraft(visit, services)
    const back = studioAddress(visit)
    const path = visit.query.get('remove')
    if (!draft.files.some((file) => file.path === path)) return { kind: 'redirect', to: back }
    return confirmation(visit, {
      title: 'Remove the file',
      text: html`The draft loses <code>${path ?? ''}</code>.${draft.publishedVersion > 0 && html` Version ${draft.publishedVersion}, which the API serves, keeps it until the draft is published.`}`,
      to: `${back}/files`,
      label: 'Remove the file',
      fields: { remove: path ?? '', revision: String(draft.revision), base: String(draft.publishedVersion) },
      back,
      backLabel: draft.name,
    })
  },
})

/** Asks before a draft is discarded. */
const GET_DISCARD = route({
  method: 'GET',
  path: `${STUDIO}/discard`,
  least: 'editor',
  async handle(visit, services) {
    const { name, revision, publishedVersion, updatedBy, updatedAt } = await findDraft(visit, services)
    const back = studioAddress(visit)
    if (revision === 0 || publishedVersion === 0) return { kind: 'redirect', to: back }
    return confirmation(visit, {
      title: 'Discard the draft',
      text: html`All that the draft has changed is gone for good, files and samples included${updatedBy !== undefined && html`; ${updatedBy} changed it last, ${ago(updatedAt, Date.now())}`}. The studio shows version ${publishedVersion} again. What the API serves does not change.`,
      more: html`<p class="row"><a href="${back}/compare?from=${publishedVersion}&amp;to=draft">See what it has changed</a><a href="${back}/draft.zip">Download it before</a></p>`,
      to: `${back}/discard`,
      label: 'Discard the draft',
      back,
      backLabel: name,
    })
  },
})

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
      flash: { kind: 'done', text: 'The draft is discarded. This is what is published.' },
    }
  },
})

export const DRAFT_ROUTES: readonly DashboardRoute[] = [
  POST_PREVIEW,
  GET_EDITORS,
  GET_DRAFT_PDF,
  GET_DRAFT_THUMBNAIL,
  POST_FILES,
  GET_REMOVE_FILE,
  GET_PICTURE,
  GET_DISCARD,
  POST_DISCARD,
  GET_STUDIO,
  POST_DRAFT,
]
