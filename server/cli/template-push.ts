import { basename, dirname } from 'node:path'
import { choicesOf, SETTING_NAMES } from '../../engine/base/template-settings.js'
import { HTML_FILE } from '../../engine/folder/folder-assets.js'
import {
  type CompiledTemplate,
  compileTemplate,
  createFontLibrary,
  type Diagnostic,
  formatWithSource,
  type JsonObject,
  LimitError,
  renderDocument,
  STANDARDS,
  type TemplateSource,
} from '../../engine/index.js'
import { isEndpointPath, RESERVED_ENDPOINT_PATHS } from '../http/names.js'
import { type PreparedSettings, prepareSettings, type TemplateWithSettings } from '../render/prepare-document.js'
import { RENDER_LIMITS } from '../render/render-limits.js'
import { StoreError } from '../storage/store.js'
import { checkDataFiles, checkPaths } from '../templates/check-template-files.js'
import { parseData, readTemplate, readText } from '../templates/template-files.js'
import { actor } from './actor.js'
import {
  type Command,
  CommandError,
  notBlank,
  type Options,
  oneOf,
  parseArguments,
  required,
  standardOf,
  UsageError,
  type Values,
} from './command.js'
import { withoutData } from './find-problems.js'
import { withPresentNames } from './former-options.js'
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
  profile: { type: 'string' },
  problems: { type: 'string' },
  standard: { type: 'string', multiple: true, default: [] },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const satisfies Options

export const command: Command = {
  help: `Usage: platen template push FILE.html|DIR --org SLUG --path PATH [options]

Publishes a template, as a new version if there is one under this path already. Of a DIR with a template.html, its
template.json (${SETTING_NAMES.join(', ')}), schema.json, sample.json and assets
(style sheets, images, fonts) are taken too; a FILE.html of another name goes alone. What is wrong with it, and with a document
of its sample data, is listed on standard error; a template with errors is not published, and neither is a folder of "platen template pull" when another version was published since then.

  --org SLUG             the organization
  --path PATH            the template's endpoint path
  --name NAME            its name for people
  --schema FILE          JSON Schema of its data
  --sample FILE          sample data
  --page-size SIZE       ${choicesOf('pageSize').join(', ')}
  --orientation WORD     ${choicesOf('orientation').join(', ')}
  --profile WORD          ${choicesOf('profile').join(', ')}
  --problems WORD        what is done with documents that have lost something: ${choicesOf('problems').join(', ')}
  --standard NAME        what its documents must conform to and claim, in place of the template's; may be repeated:
                         ${STANDARDS.join(', ')}
  --force                publish in place of a version that was published since the folder was pulled
  --json                 print {id, version, endpoint}

Example: platen template push templates/invoice --org acme --path invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(await withPresentNames(args), OPTIONS, ['FILE.html|DIR'])
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
      const partials = await store.reader.loadPartials(organizationId)
      await tryOut({ ...template, partials }, others.sample)
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
  const pageSize = oneOf(values['page-size'], 'page-size', choicesOf('pageSize'))
  const orientation = oneOf(values.orientation, 'orientation', choicesOf('orientation'))
  const profile = oneOf(values.profile, 'profile', choicesOf('profile'))
  const problems = oneOf(values.problems, 'problems', choicesOf('problems'))
  const name = notBlank(values.name, 'name')
  const files = readTemplate(source)
  const standards = values.standard.map(standardOf)
  const schema = values.schema === undefined ? files.schema : readText(values.schema)
  const sample = values.sample === undefined ? files.sample : readText(values.sample)
  const schemaFile = values.schema ?? 'schema.json'
  const sampleFile = values.sample ?? 'sample.json'
  checkDataFiles({ schema, schemaFile, sample, sampleFile })
  if (isWhole(files.htmlFile)) checkPaths(files.assets.keys())
  const template = {
    html: files.html,
    name: files.htmlFile,
    // Read now, as the store may run in another thread.
    assets: new Map(isWhole(files.htmlFile) ? files.assets : []),
    settings: files.settings,
    choices: problems === undefined ? files.choices : { ...files.choices, problems },
    pageSize: pageSize ?? files.pageSize,
    orientation: orientation ?? files.orientation,
    profile: profile ?? files.profile,
    standard: standards.length > 0 ? standards : files.standard,
  }
  return { template, name: name ?? files.name, schema, sample }
}

/** Whether a file is that of a template folder; one of another name is a template by itself. */
function isWhole(htmlFile: string): boolean {
  return basename(htmlFile) === HTML_FILE
}

/**
 * Makes a document of the sample data, and lists the faults that the engine finds in it and in the template.
 *
 * @throws CommandError, TemplateError when it cannot be used as it is
 */
async function tryOut(
  { settings, choices, ...template }: TemplateSource & TemplateWithSettings,
  sample: string | undefined,
): Promise<void> {
  const prepared = prepareSettings({ ...template, settings, choices })
  const source = { ...template, ...prepared.source }
  const compiled = compileTemplate(source, { fonts: createFontLibrary(), checkFonts: true, limits: RENDER_LIMITS })
  const data = sample === undefined ? undefined : parseData(Buffer.from(sample), 'sample.json')
  const diagnostics = problemsWith(compiled, prepared, data)
  for (const diagnostic of diagnostics) await writeNote(formatWithSource(diagnostic, source))
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    throw new CommandError('the template has errors and was not published')
  }
}

/** @throws CommandError for a document that cannot be made at all */
function problemsWith(
  compiled: CompiledTemplate,
  settings: PreparedSettings,
  data: JsonObject | undefined,
): readonly Diagnostic[] {
  try {
    if (!data) return withoutData(compiled)
    const nonconforming = compiled.standard === undefined ? undefined : 'report'
    const options = settings.options(data, 'without-passwords')
    return renderDocument(compiled, data, { ...options, nonconforming, problems: 'report', limits: RENDER_LIMITS })
      .diagnostics
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    throw new CommandError(`the template was not published, as no document comes of its sample data: ${error.message}`)
  }
}
