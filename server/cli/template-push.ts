import { basename, dirname } from 'node:path'
import { HTML_FILE } from '../../engine/folder/folder-assets.js'
import {
  compileTemplate,
  createFontLibrary,
  formatWithSource,
  STANDARDS,
  type TemplateSource,
} from '../../engine/index.js'
import { isEndpointPath, RESERVED_ENDPOINT_PATHS } from '../http/names.js'
import { prepareSettings, type TemplateWithSettings } from '../render/prepare-document.js'
import { StoreError } from '../storage/store.js'
import { checkDataFiles } from '../templates/check-template-files.js'
import { MANNERS, ORIENTATIONS, PAGE_SIZES, readTemplate, readText } from '../templates/template-files.js'
import { actor } from './actor.js'
import {
  type Command,
  CommandError,
  notBlank,
  type Options,
  oneOf,
  parseArguments,
  required,
  UsageError,
  type Values,
} from './command.js'
import { writeJson, writeNote, writeOut } from './output.js'
import { notePushed, readPulledVersion } from './pulled-folder.js'
import { findOrganization, withStore } from './with-store.js'

const OPTIONS = {
  org: { type: 'string' },
  path: { type: 'string' },
  name: { type: 'string' },
  schema: { type: 'string' },
  sample: { type: 'string' },
  'page-size': { type: 'string' },
  orientation: { type: 'string' },
  manner: { type: 'string' },
  standard: { type: 'string', multiple: true, default: [] },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const satisfies Options

export const command: Command = {
  help: `Usage: platen template push FILE.html|DIR --org SLUG --path PATH [options]

Publishes a template, as a new version if there is one under this path already. Of a DIR with a template.html, its
template.json (name, pageSize, orientation, manner, standard, forms, …), schema.json, sample.json and assets (style sheets, images,
fonts) are taken too; a FILE.html of another name goes alone. What is wrong with it is listed on standard error; a template with
errors is not published, and neither is a folder of "platen template pull" when another version was published since then.

  --org SLUG             the organization
  --path PATH            the template's endpoint path
  --name NAME            its name for people
  --schema FILE          JSON Schema of its data
  --sample FILE          sample data
  --page-size SIZE       ${PAGE_SIZES.join(', ')}
  --orientation WORD     ${ORIENTATIONS.join(', ')}
  --manner WORD          ${MANNERS.join(', ')}
  --standard NAME        what its documents must conform to and claim, in place of the template's; may be repeated:
                         ${STANDARDS.join(', ')}
  --force                publish in place of a version that was published since the folder was pulled
  --json                 print {id, version, endpoint}

Example: platen template push templates/invoice --org acme --path invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(args, OPTIONS, ['FILE.html|DIR'])
    const [source = ''] = positionals
    const slug = required(values.org, 'org')
    const endpointPath = required(values.path, 'path')
    if (!isEndpointPath(endpointPath)) {
      throw new UsageError(`--path must be up to 128 letters, digits, "_" and "-", not "${endpointPath}"`)
    }
    if (RESERVED_ENDPOINT_PATHS.has(endpointPath)) {
      throw new UsageError(`--path: the dashboard needs the word "${endpointPath}" itself`)
    }
    const { template, ...others } = readContent(source, values)

    const folder = dirname(template.name)
    const pulled = isWhole(template.name) ? await readPulledVersion(folder) : undefined
    const published = await withStore(async (store) => {
      const organizationId = (await findOrganization(store, slug)).id
      await compile({ ...template, partials: await store.reader.loadPartials(organizationId) })
      const current = await store.findPublishedTemplate(organizationId, endpointPath)
      const isPulled = pulled !== undefined && pulled.template === current?.templateId
      const content = {
        ...template,
        ...others,
        organizationId,
        endpointPath,
        pageSize: template.pageSize ?? 'a4',
        orientation: template.orientation ?? 'portrait',
        expectedVersion: isPulled && !values.force ? pulled.version : undefined,
      }
      try {
        return { ...(await store.publishTemplate(content, actor())), isPulled }
      } catch (error) {
        if (!(isPulled && error instanceof StoreError && error.code === 'conflict')) throw error
        throw new CommandError(
          `${error.message}, after version ${pulled.version} was pulled: pull it into another folder, or push with --force`,
        )
      }
    })
    const { templateId: id, version, changed, isPulled } = published
    if (isPulled) await notePushed(folder, id, version, template.assets)
    const endpoint = `/api/v1/${slug}/templates/${endpointPath}/documents`
    if (values.json) await writeJson({ id, version, endpoint })
    else
      await writeOut(
        `${changed ? 'Published' : 'Unchanged:'} version ${version} of ${endpointPath}: POST ${endpoint}\n`,
      )
    return 0
  },
}

/** Reads the template of a file or folder; options override its own settings. Its data files are checked. */
function readContent(source: string, values: Values<typeof OPTIONS>) {
  const pageSize = oneOf(values['page-size'], 'page-size', PAGE_SIZES)
  const orientation = oneOf(values.orientation, 'orientation', ORIENTATIONS)
  const manner = oneOf(values.manner, 'manner', MANNERS)
  const name = notBlank(values.name, 'name')
  const files = readTemplate(source)
  const standards = values.standard.flatMap((word) => oneOf(word, 'standard', STANDARDS) ?? [])
  const schema = values.schema === undefined ? files.schema : readText(values.schema)
  const sample = values.sample === undefined ? files.sample : readText(values.sample)
  const schemaFile = values.schema ?? 'schema.json'
  const sampleFile = values.sample ?? 'sample.json'
  checkDataFiles({ schema, schemaFile, sample, sampleFile })
  const template = {
    html: files.html,
    name: files.htmlFile,
    // Read now, as the store may run in another thread.
    assets: new Map(isWhole(files.htmlFile) ? files.assets : []),
    settings: files.settings,
    pageSize: pageSize ?? files.pageSize,
    orientation: orientation ?? files.orientation,
    manner: manner ?? files.manner,
    standard: standards.length > 0 ? standards : files.standard,
  }
  return { template, name: name ?? files.name, schema, sample }
}

/** Whether a file is that of a template folder; one of another name is a template by itself. */
function isWhole(htmlFile: string): boolean {
  return basename(htmlFile) === HTML_FILE
}

/** Lists the faults that the engine finds. @throws CommandError, TemplateError when it cannot be used as it is */
async function compile({ settings, ...template }: TemplateSource & TemplateWithSettings): Promise<void> {
  const source = { ...template, ...prepareSettings({ ...template, settings }).source }
  const { diagnostics } = compileTemplate(source, { fonts: createFontLibrary(), checkFonts: true })
  for (const diagnostic of diagnostics) await writeNote(formatWithSource(diagnostic, source))
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    throw new CommandError('the template has errors and was not published')
  }
}
