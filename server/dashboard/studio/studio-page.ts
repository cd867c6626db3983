import { STANDARDS } from '../../../engine/base/standards.js'
import { CHOICE_NAMES, type ChoiceName, TEMPLATE_SETTINGS } from '../../../engine/base/template-settings.js'
import type { Draft } from '../../storage/drafts/draft-store.js'
import { selectIncluded } from '../../storage/partials/included-partials.js'
import { flag, type Html, html, NOTHING } from '../html.js'
import type { Answer, MemberVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { bytes, plural } from '../views/values.js'
import { draftState } from './draft-state.js'
import { exampleData } from './example-data.js'

interface StudioContent {
  readonly draft: Draft
  /** Of its files that are edited as texts, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** The texts of the organization's partials by name. */
  readonly partials: ReadonlyMap<string, string>
  readonly mayEdit: boolean
}

/** The shared partials that a draft includes, which the studio shows. */
function includedOf(draft: Draft, texts: ReadonlyMap<string, string>, partials: ReadonlyMap<string, string>) {
  const assets = new Map(draft.files.map(({ path }) => [path, Buffer.from(texts.get(path) ?? '')] as const))
  return selectIncluded({ html: draft.html, assets }, partials)
}

/**
 * The studio. Without scripts it is a form with the texts one below the other; the script puts an editor in their place
 * and the pages beside them.
 */
export function studioPage(
  visit: MemberVisit,
  { assets }: DashboardServices,
  { draft, texts, partials, mayEdit }: StudioContent,
): Answer {
  const { organization, csrf, user } = visit
  // A template without samples is shown with what its schema gives as examples.
  const example = draft.samples.length > 0 ? undefined : exampleData(draft.schema ?? '')
  const address = `/dashboard/${organization.slug}/templates/${draft.endpointPath}`
  const state = {
    address,
    csrf,
    user: user.id,
    mayEdit,
    revision: draft.revision,
    publishedVersion: draft.publishedVersion,
    files: draft.files,
    texts: [...texts],
    partials: { names: [...partials.keys()], texts: [...includedOf(draft, texts, partials)] },
    pdfScript: assets.address('pdf.js'),
    pdfWorker: assets.address('pdf-worker.js'),
  }
  return {
    kind: 'page',
    title: draft.name,
    isWide: true,
    styles: ['studio.css'],
    scripts: ['studio.js'],
    policy: { 'worker-src': "'self'", 'img-src': "'self' blob:" },
    body: html`<form id="studio" class="studio" method="post" action="${address}" data-state="${JSON.stringify(state)}">
${shownDraft(visit, draft)}
<header class="studio-bar">
<a class="studio-back" href="/dashboard/${organization.slug}/templates" aria-label="All templates">‹</a>
<h1>${draft.name}</h1>
<span class="studio-state" id="studio-state" role="status">${draftState(draft)}</span>
<span class="studio-others" id="studio-others" role="status"></span>
<span class="studio-actions">
<a class="button small" href="${address}/versions">Versions</a>
<a class="button small" href="${address}/use">Use</a>
<a class="button small" href="${address}/draft.zip" id="studio-download">Download</a>
${mayEdit && html`<a class="button small" href="${address}/upload">Upload</a>`}
<a class="button small no-script" href="${address}/draft.pdf" target="_blank" rel="noopener">Open the PDF</a>
${mayEdit && html`<button class="small" name="save" value="1" id="studio-save">Save</button><button class="small primary" name="publish" value="1">Publish…</button>`}
</span>
</header>
<div class="studio-fields">
<label for="f-html">Template</label>
<textarea id="f-html" name="html" class="mono" rows="30" spellcheck="false">
${draft.html}</textarea>
${draft.samples.map(
  (
    { name, data },
    index,
  ) => html`<fieldset class="studio-sample"><label>Name of the sample <input name="sampleName" value="${name}"></label>
<label for="f-sample-${index}">Data</label>
<textarea id="f-sample-${index}" name="sampleData" class="mono" rows="12" spellcheck="false">
${data}</textarea></fieldset>`,
)}
<fieldset class="studio-sample"><label>Name of a new sample <input name="sampleName" value="${example === undefined ? '' : 'From the schema'}"></label>
<label for="f-sample-new">Data</label>
<textarea id="f-sample-new" name="sampleData" class="mono" rows="4" spellcheck="false">
${example ?? ''}</textarea></fieldset>
<label for="f-schema">Schema of the data</label>
<textarea id="f-schema" name="schema" class="mono" rows="12" spellcheck="false">
${draft.schema ?? ''}</textarea>
<label for="f-settings">Forms, attachments, invoices and encryption</label>
<textarea id="f-settings" name="settings" class="mono" rows="8" spellcheck="false">
${draft.settings ?? ''}</textarea>
<div class="studio-settings">
<label>Name <input name="name" value="${draft.name}" maxlength="200" required></label>
${CHOICE_NAMES.map((name) => choiceField(name, draft))}
<label>Standard <select name="standard" data-label="Standard">${standardOptions(draft.standard)}</select></label>
</div>
</div>
</form>
<section class="studio-files-form" id="studio-files" aria-label="Files">
<h2>${draft.files.length > 0 ? plural(draft.files.length, 'file') : 'Files'}</h2>
${draft.files.length > 0 ? html`<ul>${draft.files.map(({ path, size }) => fileRow(path, size, mayEdit && remover(address, path)))}</ul>` : NOTHING}
${
  mayEdit &&
  html`<form method="post" action="${address}/files" enctype="multipart/form-data" id="studio-upload">${shownDraft(visit, draft)}
<label for="f-upload">Style sheets, images and fonts</label><input id="f-upload" type="file" name="files" multiple required><button class="small">Upload</button></form>`
}
</section>`,
  }
}

function fileRow(path: string, size: number, remover: Html | false): Html {
  return html`<li><code>${path}</code> <span class="muted">${bytes(size)}</span>${remover}</li>`
}

/** Says which draft a form was written for, or which version where there is none. */
export function shownDraft(visit: MemberVisit, { revision, publishedVersion }: Draft): Html {
  return html`${csrfField(visit)}<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="base" value="${publishedVersion}">`
}

/** Leads to where a file of the draft is removed. */
function remover(address: string, path: string): Html {
  return html`<a class="link" href="${address}/files?${new URLSearchParams({ remove: path }).toString()}" data-remove="${path}" aria-label="Remove ${path}">Remove</a>`
}

/** A list of the words that a setting may have. */
function choiceField(name: ChoiceName, draft: Draft): Html {
  const { label, form } = TEMPLATE_SETTINGS[name]
  const values: { readonly [Name in ChoiceName]?: string | undefined } = { ...draft, ...draft.choices }
  const chosen = values[name] ?? form.initial
  return html`<label>${label} <select name="${name}" data-label="${label}">${options(form.choices, chosen, 'noun' in form ? ` ${form.noun}` : '')}</select></label>`
}

function options(values: readonly string[], chosen: string, noun: string): Html {
  return html`${values.map((value) => html`<option value="${value}" ${flag('selected', value === chosen)}>${value.charAt(0).toUpperCase()}${value.slice(1)}${noun}</option>`)}`
}

/** No standard, each of them, and those that are asked for together. */
function standardOptions(chosen: Draft['standard']): Html {
  const current = (chosen ?? []).join(' ')
  const values = [...new Set(['', ...STANDARDS, 'pdf/ua-1 pdf/a-2a', 'pdf/ua-1 pdf/a-3a', current])]
  return html`${values.map(
    (value) =>
      html`<option value="${value}" ${flag('selected', value === current)}>${
        value === ''
          ? 'No standard'
          : value
              .replaceAll('pdf/', 'PDF/')
              .replaceAll(/\/(ua|a)-/g, (name) => name.toUpperCase())
              .replace(' ', ' + ')
      }</option>`,
  )}`
}
