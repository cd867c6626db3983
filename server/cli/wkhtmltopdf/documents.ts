import type { PrintSettings } from '../../../engine/base/print-settings.js'
import { POINTS_PER_PX } from '../../../engine/base/units.js'
import type { TemplateSource } from '../../../engine/index.js'
import { insertHtml } from '../../render/doors/insert-html.js'
import { literalHtml } from '../../render/doors/literal-html.js'
import { findTag, titleOf } from '../../render/doors/scan-html.js'
import { CommandError } from '../command.js'
import { LocalFiles } from './local-files.js'
import {
  folderOf,
  localPath,
  type MarginFile,
  marginFileBox,
  marginFileRules,
  readMarginFile,
  readPage,
} from './margin-files.js'
import { textBoxes } from './margin-texts.js'
import { type Paper, paperOf } from './paper.js'
import type { GivenOptions, Job, JobObject } from './parse-words.js'
import { allOf, has, lastNumber, lastOf } from './read-options.js'
import { contentOfVariables, replacedOf, SECTION_RULES, type VariableContext } from './variables.js'

/** A page that was read, with everything that its documents are made of. */
export interface DocumentInput {
  readonly object: JobObject
  /** HTML as it was written. */
  readonly html: string
  readonly title: string
}

/** What is known of the file around a document. */
export interface FileContext {
  readonly job: Job
  readonly fileTitle: string
  readonly now: Date
  /** The number of the document's first page less one, and of all pages; undefined where nothing asks for them. */
  readonly numbers: { readonly before: number; readonly pages: number } | undefined
}

/** A document to be rendered. */
export interface MadeDocument {
  readonly source: TemplateSource
  readonly notices: readonly string[]
}

/** How much smaller everything is than its CSS size, unless that is switched off (WebKit's least shrink factor of 1.25). */
const SMART_SCALE = 0.8

/** Wider content is shrunk down to this (WebKit's greatest shrink factor of 2). */
const LEAST_SCALE = 0.5

/** @throws CommandError for an address or a file that cannot be read */
export function readInput(object: JobObject, stdin: string | undefined): DocumentInput {
  const { input, options } = object
  const html = stdin ?? readPage(localPath(input, input), input, lastOf(options, 'encoding'))
  return { object, html, title: titleOf(html) }
}

/** Makes a document of a page and the options for it. @throws CommandError, TemplateError */
export function makeDocument(input: DocumentInput, context: FileContext): MadeDocument {
  const { object, html } = input
  const { options, kind } = object
  const { file } = context.job
  const scale = scaleOf(options)
  const values = contentOfVariables(variablesOf(input, context))
  const isBare = kind === 'cover'
  const files = isBare ? [] : marginFilesOf(options, file, scale, values)
  const [header, footer] = (['header', 'footer'] as const).map((edge) => files.find((one) => one.edge === edge))
  const paper = paperOf(file, { ...(header && { top: header.height }), ...(footer && { bottom: footer.height }) })
  const boxes = isBare ? [] : boxesOf(options, values, paper, files)
  const path = object.input === '-' ? 'standard-input.html' : localPath(object.input, object.input)
  return {
    source: {
      html: literalHtml(
        insertHtml(html, {
          head: baseElement(html, path) + titleElement(lastOf(file, 'title')),
          body: files.map(({ page }) => page.html).join(''),
          end: `<style>${sheetOf(options, context, boxes, files, isBare)}</style>`,
        }),
      ),
      name: object.input,
      assets: new LocalFiles(path, accessOf(object, path)),
      ...printedBy(options, file, paper, scale),
    },
    notices: files.flatMap(({ notices }) => notices),
  }
}

/** The folder that addresses in a page count from, unless it has one of its own. */
function baseElement(html: string, path: string): string {
  return findTag(html, 'base') ? '' : `<base href="${attributeText(`${folderOf(path).slice(1)}/`)}">`
}

function attributeText(text: string): string {
  return text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function titleElement(title: string | undefined): string {
  return title === undefined ? '' : `<title>${attributeText(title)}</title>`
}

function printedBy(
  options: GivenOptions,
  file: GivenOptions,
  { width, height, margins }: Paper,
  scale: number,
): PrintSettings & Pick<TemplateSource, 'profile' | 'forms'> {
  const px = (length: number) => `${length.toFixed(4)}px`
  return {
    profile: 'browser',
    media: has(options, 'print-media-type') ? 'print' : 'screen',
    backgrounds: !has(options, 'no-background'),
    paper: [width, height].map((side) => `${Math.round(side * POINTS_PER_PX)}pt`).join(' '),
    margins: [margins.top, margins.right, margins.bottom, margins.left].map(px).join(' '),
    pageRules: 'none',
    scale,
    leastScale: has(options, 'disable-smart-shrinking') ? scale : Math.min(scale, LEAST_SCALE),
    grayscale: has(file, 'grayscale'),
    forms: has(options, 'enable-forms'),
  }
}

/** @throws CommandError */
function scaleOf(options: GivenOptions): number {
  const zoom = lastNumber(options, 'zoom', 1)
  const scale = (has(options, 'disable-smart-shrinking') ? 1 : SMART_SCALE) * zoom
  if (scale < 0.1 || scale > 2) throw new CommandError(`--zoom ${zoom} is too much: content is scaled by 0.1 to 2`)
  return scale
}

function variablesOf({ object, title }: DocumentInput, { job, fileTitle, now, numbers }: FileContext): VariableContext {
  const offset = lastNumber(object.options, 'page-offset', 0)
  return {
    input: object.input,
    title,
    fileTitle: lastOf(job.file, 'title') ?? fileTitle,
    now,
    offset,
    pages: numbers?.pages,
    replaced: replacedOf(object.options),
  }
}

function marginFilesOf(
  options: GivenOptions,
  file: GivenOptions,
  scale: number,
  values: ReadonlyMap<string, string>,
): readonly MarginFile[] {
  const { width, margins } = paperOf(file)
  const place = { width: width - margins.left - margins.right, scale, values }
  return (['header', 'footer'] as const).flatMap((edge) => readMarginFile(options, edge, place) ?? [])
}

function boxesOf(
  options: GivenOptions,
  values: ReadonlyMap<string, string>,
  { margins }: Paper,
  files: readonly MarginFile[],
): readonly string[] {
  return (['header', 'footer'] as const).map((edge) => {
    const file = files.find((one) => one.edge === edge)
    const margin = edge === 'header' ? margins.top : margins.bottom
    return file ? marginFileBox(file, margin) : textBoxes(options, edge, values)
  })
}

/** Rules that have the last word. */
function sheetOf(
  options: GivenOptions,
  { job, numbers }: FileContext,
  boxes: readonly string[],
  files: readonly MarginFile[],
  isBare: boolean,
): string {
  const first =
    numbers && `@page :first { counter-reset: page ${numbers.before + lastNumber(options, 'page-offset', 0)} }`
  return [
    userSheet(options),
    SECTION_RULES,
    `@page { ${boxes.join('\n')} }`,
    first ?? '',
    ...files.map(marginFileRules),
    outlineRules(options, job.file, isBare),
    has(options, 'no-images') ? 'img, picture, input[type=image] { visibility: hidden !important }' : '',
  ]
    .filter((rules) => rules !== '')
    .join('\n')
}

/** @throws CommandError */
function userSheet(options: GivenOptions): string {
  const file = lastOf(options, 'user-style-sheet')
  if (file === undefined) return ''
  return readPage(localPath(file, '--user-style-sheet'), '--user-style-sheet').replaceAll(/<\/style/gi, '<\\/style')
}

const DEFAULT_OUTLINE_DEPTH = 4

function outlineRules(options: GivenOptions, file: GivenOptions, isBare: boolean): string {
  if (isBare || has(file, 'no-outline') || has(options, 'exclude-from-outline'))
    return ':root * { bookmark-level: none !important }'
  const depth = lastNumber(file, 'outline-depth', DEFAULT_OUTLINE_DEPTH)
  const deeper = [1, 2, 3, 4, 5, 6].filter((level) => level > depth).map((level) => `h${level}`)
  return deeper.length === 0 ? '' : `${deeper.join(', ')} { bookmark-level: none !important }`
}

/** The folder of a page is open to it, unless it is to read nothing; what stands on standard input has none. */
function accessOf({ input, options }: JobObject, path: string) {
  const own = input === '-' || has(options, 'disable-local-file-access') ? [] : [folderOf(path)]
  return { all: has(options, 'enable-local-file-access'), folders: [...own, ...allOf(options, 'allow')] }
}
