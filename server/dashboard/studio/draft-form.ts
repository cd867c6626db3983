import { type ChoiceName, type ChoiceOf, choicesOf, TEMPLATE_SETTINGS } from '../../../engine/base/template-settings.js'
import { faultOfPath } from '../../render/template-path.js'
import type { DraftTexts, Sample } from '../../storage/drafts/draft-store.js'
import { parseStandards } from '../../templates/template-files.js'
import type { FormFields } from '../forms/form-fields.js'
import { Refusal } from '../route.js'

/** Characters of a template, and of what else is written for it. */
const MAX_TEXT = 2_000_000

const MAX_SAMPLES = 20

/** Characters of what is written of the documents. */
const MAX_SETTINGS = 20_000

/** Bytes of a form with a draft in it. */
export const DRAFT_FORM = { maxBytes: 8 * 1_048_576 } as const

/** The texts of a draft, as the studio's form has them. @throws Refusal */
export function readTexts(form: FormFields): DraftTexts {
  const name = form.text('name', 'The name', { max: 200 })
  const settings = readSettings(form)
  const html = lines(form.raw('html'))
  const schema = lines(form.raw('schema'))
  const names = form.values('sampleName')
  const samples: Sample[] = form
    .values('sampleData')
    .slice(0, MAX_SAMPLES)
    .map((data, index) => ({
      name: (names[index] ?? '').trim().slice(0, 80) || `Sample ${index + 1}`,
      data: lines(data),
    }))
    .filter(({ data }) => data.trim() !== '')
  const [problem] = Object.values(form.errors)
  if (problem !== undefined) throw new Refusal(400, problem)
  if (html.length > MAX_TEXT || schema.length > MAX_TEXT) throw new Refusal(413, 'A template may have 2 MB of text.')
  if (samples.some(({ data }) => data.length > 1_048_576)) throw new Refusal(413, 'A sample may have 1 MB.')
  const shownSchema = schema.trim() === '' ? undefined : schema
  return { name, html, ...settings, schema: shownSchema, samples }
}

/** All settings of a template, as its form has them. @throws Refusal */
export function readSettings(form: FormFields): DraftSettings {
  const chosen = <Name extends ChoiceName>(name: Name) => chosenIn(form, name)
  return {
    pageSize: chosen('pageSize') ?? TEMPLATE_SETTINGS.pageSize.form.initial,
    orientation: chosen('orientation') ?? TEMPLATE_SETTINGS.orientation.form.initial,
    profile: chosen('profile'),
    standard: readStandards(form),
    choices: { problems: chosen('problems'), media: chosen('media'), pageRules: chosen('pageRules') },
    settings: readText(form),
  }
}

type DraftSettings = Pick<DraftTexts, 'pageSize' | 'orientation' | 'profile' | 'standard' | 'choices' | 'settings'>

/** What was chosen; undefined for what counts without a choice, and where a form does not have the setting yet. */
function chosenIn<Name extends ChoiceName>(form: FormFields, name: Name): ChoiceOf<Name> | undefined {
  const { label, form: setting } = TEMPLATE_SETTINGS[name]
  if (form.values(name).length === 0) return undefined
  const chosen = form.choice(name, `“${label}”`, choicesOf(name))
  return chosen === setting.initial ? undefined : chosen
}

/** The settings that are written as a text; they are checked when rendered. */
function readText(form: FormFields): string | undefined {
  const settings = lines(form.raw('settings'))
  if (settings.length > MAX_SETTINGS) throw new Refusal(413, 'The settings of documents may have 20 KB.')
  return settings.trim() === '' ? undefined : settings
}

/** The names of standards, with spaces between them. @throws Refusal */
function readStandards(form: FormFields): DraftTexts['standard'] {
  const text = form.raw('standard')
  const standards = parseStandards(text)
  if (!standards) throw new Refusal(400, `There is no standard "${text.slice(0, 100)}".`)
  return standards.length > 0 ? standards : undefined
}

/** Forms send lines with the ends of another system. */
function lines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The files whose texts the editor has changed, as JSON pairs of paths and texts. @throws Refusal */
export function readEdits(form: FormFields): ReadonlyMap<string, string> {
  return new Map(readFilePairs(form.raw('edits')))
}

/** JSON pairs of paths, whatever files are called that a draft has, and something of each. @throws Refusal */
export function readFilePairs(json: string): readonly (readonly [path: string, text: string])[] {
  const pairs = readPairs(json)
  const reserved = pairs.find(([path]) => RESERVED.has(path))
  if (reserved) throw new Refusal(400, `${reserved[0]} is edited in the studio.`)
  return pairs
}

/** JSON pairs of texts. @throws Refusal */
export function readPairs(json: string): readonly (readonly [string, string])[] {
  if (json === '') return []
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Refusal(400, 'The form cannot be read.')
  }
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
  if (!Array.isArray(value) || value.length > 1_000 || !value.every(isPair)) {
    throw new Refusal(400, 'The form cannot be read.')
  }
  return value
}

/** Names that are something else in the folder of a template. */
const RESERVED = new Set(['template.html', 'template.json', 'schema.json', 'sample.json'])

/** A path that a file may get in the studio. @throws Refusal */
export function checkPath(path: string): string {
  const fault = RESERVED.has(path) ? `${path} is edited in the studio.` : faultOfPath(path)
  if (fault !== undefined) throw new Refusal(400, fault)
  return path
}
