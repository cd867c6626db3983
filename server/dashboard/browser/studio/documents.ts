import { fileOfShared } from '../../../../engine/base/partial-tag.js'
import { faultOfPath } from '../../../render/template-path.js'
import { need, type StudioFile, type StudioState } from './studio-state.js'

/** Data to look at the template with, under a name. */
export interface StudioSample {
  /** Of its file in the editor. */
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly text: string
}

/** Reads the samples from the form; its last fields may be empty, for one more. */
export function readSamples(form: HTMLFormElement): StudioSample[] {
  return [...form.querySelectorAll<HTMLFieldSetElement>('.studio-sample')]
    .map((field) => ({
      name: need<HTMLInputElement>('[name=sampleName]', field).value,
      text: need<HTMLTextAreaElement>('[name=sampleData]', field).value,
    }))
    .filter(({ name, text }, index) => index === 0 || name !== '' || text.trim() !== '')
    .map(({ name, text }, index) => ({
      id: `data:${index}`,
      name: name || 'Sample',
      text: text.trim() === '' ? '{}' : text,
    }))
}

/** All texts that can be edited, as they are listed; the schema and the settings are the last. */
export function readFiles(
  form: HTMLFormElement,
  { texts, partials }: StudioState,
  samples: readonly StudioSample[],
): StudioFile[] {
  return [
    {
      id: 'template.html',
      label: 'template.html',
      language: 'html',
      group: 'template',
      text: need<HTMLTextAreaElement>('[name=html]', form).value,
    },
    ...texts.map(
      ([path, text]): StudioFile => ({ id: path, label: path, language: languageOf(path), group: 'files', text }),
    ),
    ...partials.texts.map(([name, text]): StudioFile => {
      const id = fileOfShared(name)
      return { id, label: name, language: 'html', group: 'shared', text }
    }),
    ...samples.map(sampleFile),
    {
      id: 'schema.json',
      label: 'Schema',
      language: 'json',
      group: 'data',
      text: need<HTMLTextAreaElement>('[name=schema]', form).value,
    },
    {
      id: 'template.json',
      label: 'Settings',
      language: 'json',
      group: 'data',
      text: need<HTMLTextAreaElement>('[name=settings]', form).value,
    },
  ]
}

/** The partials that the template can include: its own files and shared ones. */
export function partialNames({ files, partials }: StudioState): readonly string[] {
  const own = files.flatMap(({ path }) => (path.endsWith('.html') ? [path.replace(/^partials\/|\.html$/g, '')] : []))
  return [...new Set([...own, ...partials.names])].sort()
}

export function sampleFile({ id, name, text }: StudioSample): StudioFile {
  return { id, label: name, language: 'json', group: 'data', text }
}

/** An empty text among the files of the template. */
export function newFile(path: string): StudioFile {
  return { id: path, label: path, language: languageOf(path), group: 'files', text: '' }
}

/** Files that are edited as texts: the others are uploaded. */
const TEXT_FILE = /\.(?:css|svg|html|txt|json|md)$/i

/** Names that the studio edits as something else. */
const OWN = new Set(['template.html', 'template.json', 'schema.json', 'sample.json'])

/** What is wrong with the path of a new text, in a sentence. */
export function faultOfText(path: string): string | undefined {
  if (!TEXT_FILE.test(path)) return 'Name a text, such as style.css or partials/row.html.'
  return OWN.has(path) ? `There is a ${path} already.` : faultOfPath(path)
}

function languageOf(path: string): StudioFile['language'] {
  if (/\.(?:html|svg)$/i.test(path)) return 'html'
  if (/\.css$/i.test(path)) return 'css'
  return /\.json$/i.test(path) ? 'json' : 'text'
}
