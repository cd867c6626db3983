import { basename } from 'node:path'
import {
  compileTemplate,
  createFontLibrary,
  formatWithSource,
  STANDARDS,
  type TemplateSource,
} from '../../engine/index.js'
import { isEndpointPath } from '../http/names.js'
import { checkDataFiles } from '../templates/check-template-files.js'
import { MANNERS, ORIENTATIONS, PAGE_SIZES, readTemplate, readText } from '../templates/template-files.js'
import { actor } from './actor.js'
import { type Command, CommandError, notBlank, oneOf, parseArguments, required, UsageError } from './command.js'
import { writeJson, writeNote, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

export const command: Command = {
  help: `Usage: platen template push FILE.html|DIR --org SLUG --path PATH [options]

Publishes a template, as a new version if there is one under this path already. Of a DIR with a template.html, its
template.json (name, pageSize, orientation, manner, standard), schema.json, sample.json and assets (style sheets, images,
fonts) are taken too; a FILE.html of another name goes alone. What is wrong with it is listed on standard error; a template with
errors is not published.

  --org SLUG             the organization
  --path PATH            the template's endpoint path
  --name NAME            its name for people
  --schema FILE          JSON Schema of its data
  --sample FILE          sample data
  --page-size SIZE       ${PAGE_SIZES.join(', ')}
  --orientation WORD     ${ORIENTATIONS.join(', ')}
  --manner WORD          ${MANNERS.join(', ')}
  --standard NAME        what its documents are to be and to claim, in place of the template's; as often as there are:
                         ${STANDARDS.join(', ')}
  --json                 print {id, version, endpoint}

Example: platen template push templates/invoice --org acme --path invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        org: { type: 'string' },
        path: { type: 'string' },
        name: { type: 'string' },
        schema: { type: 'string' },
        sample: { type: 'string' },
        'page-size': { type: 'string' },
        orientation: { type: 'string' },
        manner: { type: 'string' },
        standard: { type: 'string', multiple: true, default: [] },
        json: { type: 'boolean' },
      },
      ['FILE.html|DIR'],
    )
    const [source = ''] = positionals
    const slug = required(values.org, 'org')
    const endpointPath = required(values.path, 'path')
    if (!isEndpointPath(endpointPath)) {
      throw new UsageError(`--path must be up to 128 letters, digits, "_" and "-", not "${endpointPath}"`)
    }
    const pageSize = oneOf(values['page-size'], 'page-size', PAGE_SIZES)
    const orientation = oneOf(values.orientation, 'orientation', ORIENTATIONS)
    const chosen = oneOf(values.manner, 'manner', MANNERS)
    const name = notBlank(values.name, 'name')
    const files = readTemplate(source)
    const manner = chosen ?? files.manner
    const standards = values.standard.flatMap((name) => oneOf(name, 'standard', STANDARDS) ?? [])
    const standard = standards.length > 0 ? standards : files.standard
    const schema = values.schema === undefined ? files.schema : readText(values.schema)
    const sample = values.sample === undefined ? files.sample : readText(values.sample)
    checkDataFiles({
      schema,
      schemaFile: values.schema ?? 'schema.json',
      sample,
      sampleFile: values.sample ?? 'sample.json',
    })

    const assets = basename(files.htmlFile) === 'template.html' ? new Map(files.assets) : new Map()
    await compile({
      html: files.html,
      name: files.htmlFile,
      assets,
      pageSize: pageSize ?? files.pageSize,
      orientation: orientation ?? files.orientation,
      manner,
      standard,
    })

    const published = await withStore(async (store) =>
      store.publishTemplate(
        {
          organizationId: (await findOrganization(store, slug)).id,
          endpointPath,
          name: name ?? files.name,
          html: files.html,
          pageSize: pageSize ?? files.pageSize ?? 'a4',
          orientation: orientation ?? files.orientation ?? 'portrait',
          manner,
          standard,
          schema,
          sample,
          assets,
        },
        actor(),
      ),
    )
    const { templateId: id, version, changed } = published
    const endpoint = `/api/v1/${slug}/templates/${endpointPath}/documents`
    if (values.json) await writeJson({ id, version, endpoint })
    else
      await writeOut(
        `${changed ? 'Published' : 'Unchanged:'} version ${version} of ${endpointPath}: POST ${endpoint}\n`,
      )
    return 0
  },
}

/** Lists what the engine finds wrong. @throws CommandError, TemplateError when it cannot be used as it is */
async function compile(source: TemplateSource): Promise<void> {
  const { diagnostics } = compileTemplate(source, { fonts: createFontLibrary(), checkFonts: true })
  for (const diagnostic of diagnostics) await writeNote(formatWithSource(diagnostic, source))
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    throw new CommandError('the template has errors and was not published')
  }
}
