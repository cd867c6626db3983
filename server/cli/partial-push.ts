import { basename, extname } from 'node:path'
import { compileTemplate, createFontLibrary, TemplateError } from '../../engine/index.js'
import { isPartialName } from '../http/names.js'
import { prepareSettings } from '../render/prepare-document.js'
import { MAX_PARTIAL_BYTES, MAX_PARTIALS, MAX_PARTIALS_BYTES } from '../storage/partials/partial-store.js'
import type { Store, TemplateContent } from '../storage/store.js'
import { type PublishedAgain, publishAgain } from '../templates/publish-again.js'
import { parseData, readText } from '../templates/template-files.js'
import { actor } from './actor.js'
import { type Command, CommandError, parseArguments, required, UsageError } from './command.js'
import { findProblems } from './find-problems.js'
import { writeJson, writeNote, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen partial push FILE.html --org SLUG [--name NAME] [--publish] [--json]

Stores a partial for all templates of an organization: {{> NAME}} includes it if a template has no file
partials/NAME.html or NAME.html itself. Published templates keep the text that they were published with.

  --org SLUG   the organization
  --name NAME  what templates call it; default: the file's name without .html
  --publish    publish the templates again that have an older text of it, each as a new version, if they render
  --json       print {name, revision, published: [{path, version}], failed: [{path, reason}]}

Example: platen partial push partials/header.html --org acme --publish`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        org: { type: 'string' },
        name: { type: 'string' },
        publish: { type: 'boolean', default: false },
        json: { type: 'boolean' },
      },
      ['FILE.html'],
    )
    const [file = ''] = positionals
    const slug = required(values.org, 'org')
    const name = values.name ?? basename(file, extname(file))
    if (!isPartialName(name)) {
      throw new UsageError(`the name of a partial is up to 64 letters, digits, "_" and "-", not "${name}": use --name`)
    }
    const html = readText(file)
    const { revision, ended } = await withStore(async (store) => {
      const organizationId = (await findOrganization(store, slug)).id
      await check(store, organizationId, name, html)
      const saved = await save(store, organizationId, name, html)
      return { revision: saved, ended: values.publish ? await publishUsers(store, organizationId, name) : [] }
    })
    const published = ended.flatMap((each) =>
      each.kind === 'published' ? [{ path: each.endpointPath, version: each.version }] : [],
    )
    const failed = ended.flatMap((each) =>
      each.kind === 'failed' ? [{ path: each.endpointPath, reason: each.reason }] : [],
    )
    if (values.json) await writeJson({ name, revision, published, failed })
    else {
      await writeOut(`Saved revision ${revision} of the partial ${name}\n`)
      for (const { path, version } of published) await writeOut(`Published version ${version} of ${path}\n`)
      for (const { path, reason } of failed) await writeNote(`${path} stays as it was published: ${reason}`)
    }
    return failed.length > 0 ? 1 : 0
  },
}

/** Finds what no template could use. @throws TemplateError */
async function check(store: Store, organizationId: string, name: string, html: string): Promise<void> {
  const partials = new Map(await store.reader.loadPartials(organizationId)).set(name, html)
  try {
    compileTemplate({ html: `{{> ${name}}}`, partials }, { fonts: createFontLibrary() })
  } catch (error) {
    // It may include a file of the templates.
    if (!(error instanceof TemplateError && error.code === 'missing-partial')) throw error
  }
}

async function save(store: Store, organizationId: string, name: string, html: string): Promise<number> {
  if (Buffer.byteLength(html) > MAX_PARTIAL_BYTES) {
    throw new CommandError(`a partial has at most ${MAX_PARTIAL_BYTES} bytes`)
  }
  const change = await store.savePartial({ organizationId, name, html }, actor())
  if (change.kind === 'saved') return change.revision
  throw new CommandError(
    `an organization has at most ${MAX_PARTIALS} partials of ${MAX_PARTIALS_BYTES} bytes in all: delete some`,
  )
}

async function publishUsers(store: Store, organizationId: string, name: string): Promise<readonly PublishedAgain[]> {
  const partial = await store.reader.findPartial(organizationId, name)
  const partials = await store.reader.loadPartials(organizationId)
  const fonts = createFontLibrary()
  return publishAgain(store, {
    organizationId,
    name,
    users: partial?.users ?? [],
    actor: actor(),
    async findFault(content: TemplateContent) {
      const { html, assets, pageSize, orientation, profile, standard, sample } = content
      const settings = prepareSettings(content, 'ignore')
      const source = { html, assets, partials, pageSize, orientation, profile, standard, ...settings.source }
      const data = sample === undefined ? undefined : parseData(Buffer.from(sample), 'sample.json')
      return findProblems({ source, settings }, data, fonts).find(({ severity }) => severity === 'error')?.message
    },
  })
}
