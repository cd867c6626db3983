import { parsePageChoice } from './page-choice.js'
import { parseLengths } from './parse-lengths.js'
import { PROBLEMS_SETTINGS } from './problems-setting.js'
import { PROFILE_NAMES } from './profile.js'
import { STANDARDS, withoutStandard } from './standards.js'
import { didYouMean } from './suggest.js'
import { isTimeZone, nearestTimeZone } from './time-zone.js'

export const PAGE_SIZE_NAMES = ['a3', 'a4', 'a5', 'letter', 'legal', 'tabloid'] as const
export type PageSizeName = (typeof PAGE_SIZE_NAMES)[number]

export const ORIENTATIONS = ['portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** The media that style sheets are written for. */
export const MEDIA_NAMES = ['print', 'screen'] as const
export type MediaName = (typeof MEDIA_NAMES)[number]

/** What counts of the sizes and margins of `@page` rules. */
export const PAGE_RULES_SETTINGS = ['all', 'margins', 'none'] as const
export type PageRulesSetting = (typeof PAGE_RULES_SETTINGS)[number]

/** How a setting is written, checked and shown in forms. */
type SettingForm =
  /** A text of one line. */
  | { readonly kind: 'line'; readonly most: number; readonly what: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  /** CSS lengths with blanks between them, above 0 where they are `positive`. */
  | {
      readonly kind: 'lengths'
      readonly least: number
      readonly most: number
      readonly positive: boolean
      readonly what: string
    }
  | { readonly kind: 'pages' }
  | { readonly kind: 'zone' }
  /** One of some words; `initial` counts where the setting is absent. Lists without a label show the `noun` behind each. */
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly initial: string; readonly noun?: string }
  /** Any of some words: one, or a list of them. */
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  /** An object or a list that has a reader of its own. */
  | { readonly kind: 'structure' }

interface Setting {
  /** What forms call it. */
  readonly label: string
  /** What it does, as help and reference say. */
  readonly means: string
  readonly form: SettingForm
  /**
   * Where a service keeps it: in a column of its own, among the choices, which are one column of JSON, or in the text of
   * settings that the studio shows as it is written. A new setting with a value of one line belongs to the choices.
   */
  readonly kept: 'column' | 'choices' | 'text'
  /** The option of the command line that takes its place. */
  readonly option?: string
}

/** All settings that a `template.json` may have, in the order in which they are written. */
export const TEMPLATE_SETTINGS = {
  name: {
    label: 'Name',
    means: 'the name of the template for people',
    form: { kind: 'line', most: 200, what: 'a line such as "Invoice"' },
    kept: 'column',
    option: 'name',
  },
  pageSize: {
    label: 'Page size',
    means: 'the size of pages, unless `@page { size }` says otherwise',
    form: { kind: 'choice', choices: PAGE_SIZE_NAMES, initial: 'a4' },
    kept: 'column',
    option: 'page-size',
  },
  orientation: {
    label: 'Orientation',
    means: 'whether pages are upright',
    form: { kind: 'choice', choices: ORIENTATIONS, initial: 'portrait' },
    kept: 'column',
    option: 'orientation',
  },
  profile: {
    label: 'Profile',
    means: 'whether pages are cut and borders sized for paper, or as Chromium prints them',
    form: { kind: 'choice', choices: PROFILE_NAMES, initial: 'print', noun: 'layout' },
    kept: 'column',
    option: 'profile',
  },
  standard: {
    label: 'Standard',
    means: 'the standards that documents meet and claim',
    form: { kind: 'choices', choices: STANDARDS },
    kept: 'column',
    option: 'standard',
  },
  problems: {
    label: 'Problems',
    means: 'what is done with documents that have lost something: made in silence, made and reported, or refused',
    form: { kind: 'choice', choices: PROBLEMS_SETTINGS, initial: 'report', noun: 'problems' },
    kept: 'choices',
    option: 'problems',
  },
  media: {
    label: 'Media',
    means: 'the media that style sheets are written for, as media queries ask',
    form: { kind: 'choice', choices: MEDIA_NAMES, initial: 'print', noun: 'media' },
    kept: 'choices',
  },
  pageRules: {
    label: 'Page rules',
    means: 'what counts of the sizes and margins in `@page` rules: all, the margins alone, or none',
    form: { kind: 'choice', choices: PAGE_RULES_SETTINGS, initial: 'all', noun: 'of @page' },
    kept: 'choices',
  },
  backgrounds: {
    label: 'Backgrounds',
    means: 'whether backgrounds are printed: they are, unless this is false',
    form: { kind: 'flag' },
    kept: 'text',
  },
  paper: {
    label: 'Paper',
    means: 'the width and height of pages in place of the page size, such as `105mm 148mm`',
    form: {
      kind: 'lengths',
      least: 2,
      most: 2,
      positive: true,
      what: 'a width and a height such as "105mm 148mm", of at most 200in',
    },
    kept: 'text',
  },
  margins: {
    label: 'Margins',
    means: 'the margins of pages, one to four lengths such as `20mm 15mm`',
    form: {
      kind: 'lengths',
      least: 1,
      most: 4,
      positive: false,
      what: 'one to four lengths such as "20mm 15mm"',
    },
    kept: 'text',
  },
  scale: {
    label: 'Scale',
    means: 'the scale at which content is printed',
    form: { kind: 'number', least: 0.1, most: 2 },
    kept: 'text',
  },
  leastScale: {
    label: 'Least scale',
    means: 'the least scale down to which pages shrink whose content is too wide',
    form: { kind: 'number', least: 0.1, most: 2 },
    kept: 'text',
  },
  pages: {
    label: 'Pages',
    means: 'the pages that documents have of those that they would have, such as `1-3,5,8-`',
    form: { kind: 'pages' },
    kept: 'text',
  },
  grayscale: {
    label: 'Grayscale',
    means: 'whether all colours are printed as grays',
    form: { kind: 'flag' },
    kept: 'text',
  },
  fileName: {
    label: 'File name',
    means: 'the name that documents are saved under, with placeholders',
    form: { kind: 'line', most: 500, what: 'a line of at most 500 characters such as "invoice-{{number}}.pdf"' },
    kept: 'text',
  },
  timeZone: {
    label: 'Time zone',
    means: 'where the moments of documents are',
    form: { kind: 'zone' },
    kept: 'text',
    option: 'time-zone',
  },
  forms: {
    label: 'Forms',
    means: 'whether form controls are fields to be filled in',
    form: { kind: 'flag' },
    kept: 'text',
  },
  outputIntent: {
    label: 'Output intent',
    means: 'the file with the ICC profile of the press',
    form: { kind: 'line', most: 500, what: 'the path of an ICC profile among the files' },
    kept: 'text',
  },
  facturX: {
    label: 'Factur-X',
    means: 'makes invoices of the documents',
    form: { kind: 'structure' },
    kept: 'text',
  },
  testInvoices: {
    label: 'Test invoices',
    means: 'whether test documents carry the XML of an invoice, which then says that it is a test',
    form: { kind: 'flag' },
    kept: 'text',
  },
  attachments: {
    label: 'Attachments',
    means: 'files that documents bring with them',
    form: { kind: 'structure' },
    kept: 'text',
  },
  encryption: {
    label: 'Encryption',
    means: 'where requests say the passwords of documents',
    form: { kind: 'structure' },
    kept: 'text',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof TEMPLATE_SETTINGS

/** Former names of settings. They are read in place of the settings and reported as deprecated. */
export const FORMER_NAMES = { manner: 'profile' } as const satisfies Readonly<Record<string, SettingName>>

export type FormerName = keyof typeof FORMER_NAMES

export const SETTING_NAMES = Object.keys(TEMPLATE_SETTINGS) as readonly SettingName[]

/** A setting that forms show as a list of words to choose from. */
export type ChoiceName = {
  [Name in SettingName]: (typeof TEMPLATE_SETTINGS)[Name]['form'] extends { readonly kind: 'choice' } ? Name : never
}[SettingName]

/** A word that such a setting may have. */
export type ChoiceOf<Name extends ChoiceName> = (typeof TEMPLATE_SETTINGS)[Name]['form']['choices'][number]

export const CHOICE_NAMES = SETTING_NAMES.filter(
  (name): name is ChoiceName => TEMPLATE_SETTINGS[name].form.kind === 'choice',
)

/** The words that a setting may have, the initial one among them. */
export function choicesOf<Name extends ChoiceName>(name: Name): readonly ChoiceOf<Name>[] {
  return TEMPLATE_SETTINGS[name].form.choices
}

/** The word that counts where a setting is absent, of settings that have such a word. */
export function initialOf(name: SettingName): string | undefined {
  const { form }: Setting = TEMPLATE_SETTINGS[name]
  return form.kind === 'choice' ? form.initial : undefined
}

/** The settings that are kept in one place. */
export function settingsKept(where: Setting['kept']): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => TEMPLATE_SETTINGS[name].kept === where)
}

/** The setting that a member of a `template.json` sets, by its present or its former name; undefined for none. */
export function settingOf(member: string): SettingName | undefined {
  const names: Readonly<Record<string, SettingName>> = FORMER_NAMES
  return Object.hasOwn(names, member) ? names[member] : SETTING_NAMES.find((name) => name === member)
}

/** What is wrong with a value of a setting, to be read behind its name; undefined when nothing is. */
export function settingFault(name: SettingName, value: unknown): string | undefined {
  const { form }: Setting = TEMPLATE_SETTINGS[name]
  switch (form.kind) {
    case 'line': {
      const isLine = typeof value === 'string' && value.trim() !== '' && !/\p{Cc}/u.test(value)
      return isLine && value.length <= form.most ? undefined : `must be ${form.what}`
    }
    case 'flag':
      return typeof value === 'boolean' ? undefined : 'must be true or false'
    case 'number': {
      const isNumber = typeof value === 'number' && value >= form.least && value <= form.most
      return isNumber ? undefined : `must be a number from ${form.least} to ${form.most}`
    }
    case 'lengths': {
      const lengths = typeof value === 'string' ? parseLengths(value, form.least, form.most) : undefined
      return lengths?.every((length) => length > 0 || !form.positive) ? undefined : `must be ${form.what}`
    }
    case 'pages':
      return typeof value === 'string' && parsePageChoice(value) ? undefined : 'must be pages such as "1-3,5,8-"'
    case 'zone': {
      const hint = typeof value === 'string' ? nearestTimeZone(value) : ''
      const isZone = typeof value === 'string' && isTimeZone(value)
      return isZone ? undefined : `must be a time zone such as "Europe/Berlin"${hint}`
    }
    case 'choice':
      return form.choices.some((choice) => choice === value) ? undefined : mustBeOneOf(form.choices, value)
    case 'choices': {
      const wrong = (Array.isArray(value) ? value : [value]).find((each) => !form.choices.includes(each))
      if (wrong === undefined) return undefined
      const hint = withoutStandard(String(wrong)) ?? didYouMean(String(wrong), form.choices)
      return `has no ${JSON.stringify(wrong)}${hint}; there are ${form.choices.join(', ')}`
    }
    case 'structure':
      return undefined
  }
}

function mustBeOneOf(choices: readonly string[], value: unknown): string {
  const words = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`
  return `must be ${words}${typeof value === 'string' ? didYouMean(value, choices) : ''}`
}

/** The first member of a `template.json` that is no setting; editors may name the schema of the file. */
export function unknownSetting(members: Iterable<string>): string | undefined {
  const isKnown = (member: string) =>
    member === '$schema' || Object.hasOwn(TEMPLATE_SETTINGS, member) || Object.hasOwn(FORMER_NAMES, member)
  for (const member of members) if (!isKnown(member)) return member
  return undefined
}

/** What to say of a member that is no setting, or none of those that there are in its place. */
export function unknownSettingMessage(member: string, there: readonly string[] = SETTING_NAMES): string {
  return `there is no setting ${JSON.stringify(member)}${didYouMean(member, there)}; there are ${there.join(', ')}`
}
