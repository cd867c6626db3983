import { join } from 'node:path'
import type { TemplateContent } from '../../storage/store.js'
import { DEMO_TEMPLATES, templateFolders } from '../../templates/demo.js'
import { contentOfFiles, readTemplate } from '../../templates/template-files.js'
import { flag, type Html, html } from '../html.js'
import { type DashboardRoute, found, route } from '../route.js'
import { previewVersion } from '../studio/preview-draft.js'
import { gallery, picture, pictureAnswer } from '../views/picture.js'

/** The sample that is chosen before anybody does. */
export const FIRST_CHOICE = 'invoice'

/** A template to begin with nothing but a page. */
const BLANK: TemplateContent = {
  name: 'Blank',
  html: `<!doctype html>
<html lang="en">
<head>
<title>Untitled</title>
<style>
@page { margin: 20mm }
body { font: 11pt/1.5 sans-serif }
</style>
</head>
<body>

</body>
</html>
`,
  pageSize: 'a4',
  orientation: 'portrait',
  schema: undefined,
  sample: '{}',
  assets: new Map(),
}

let known: ReadonlyMap<string, TemplateContent> | undefined

/** What a template can begin with: nothing, or one that comes with the service. By their names; read once. */
function samples(): ReadonlyMap<string, TemplateContent> {
  known ??= new Map([
    ['blank', BLANK] as const,
    ...templateFolders(DEMO_TEMPLATES).map(
      (name) => [name, contentOfFiles(readTemplate(join(DEMO_TEMPLATES, name)))] as const,
    ),
  ])
  return known
}

/** The names of the templates that come with the service. */
export function sampleNames(): readonly string[] {
  return [...samples().keys()]
}

/** @throws NotThere */
export function sampleContent(sample: string): TemplateContent {
  return found(samples().get(sample))
}

/**
 * The samples as cards of which one is chosen, each with the picture of its first page.
 * @param base the address of the organization's templates
 */
export function sampleGallery(base: string, chosen: string): Html {
  const cards = Array.from(samples(), ([sample, { name }]) => {
    return html`<li><label>${picture(`${base}/new/samples/${sample}/thumbnail.png`)}
<span class="choice"><input type="radio" name="sample" value="${sample}" ${flag('checked', sample === chosen)}><span class="choice-label">${name}</span></span></label></li>`
  })
  return html`<fieldset class="field"><legend>Sample</legend>${gallery(cards, 'choosing')}</fieldset>`
}

/** The first page of a sample with its own data. */
export const GET_SAMPLE_PICTURE: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/templates/new/samples/{sample}/thumbnail.png',
  least: 'editor',
  async handle(visit, services) {
    const content = sampleContent(visit.params.sample ?? '')
    return pictureAnswer(await previewVersion(visit, services, content, { firstPages: 1 }), visit, services)
  },
})
