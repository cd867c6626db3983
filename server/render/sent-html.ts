import { createHash } from 'node:crypto'
import { TemplateError } from '../../engine/base/errors.js'
import type { JsonObject } from '../../engine/base/json.js'
import type { TemplateContent } from '../storage/store.js'
import { isBase64 } from './base64.js'
import { isJsonObject } from './parse-json.js'
import { isSpecialMember } from './special-members.js'
import { readTemplateJson, type TemplateJson } from './template-json.js'
import { faultOfPath } from './template-path.js'
import type { Violation } from './validate-data.js'
import { missingField, unknownField, wrongType } from './violations.js'

/** A template that a request brings with it, and the data for it. */
export interface SentHtml {
  readonly html: string
  /** A style sheet that comes after those of the HTML. */
  readonly css: string | undefined
  /** In base64, by their paths. */
  readonly assets: Readonly<Record<string, string>>
  /** The members of a `template.json`. */
  readonly settings: JsonObject
  readonly data: JsonObject
}

/** The file that the style sheet of a request is, in messages. */
const STYLE_FILE = 'style.css'

/** Files of one request. */
const MAX_ASSETS = 500

const MEMBERS: readonly string[] = ['html', 'css', 'assets', 'settings', 'data']

/** Whether a body brings a template. */
export function bringsHtml(body: JsonObject): boolean {
  return Object.hasOwn(body, 'html')
}

/** Reads a body that brings a template, or says what is wrong with it. */
export function readSentHtml(body: JsonObject): SentHtml | Violation {
  const member = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined)
  const {
    html,
    css,
    assets = {},
    settings = {},
    data = {},
  } = Object.fromEntries(MEMBERS.map((name) => [name, member(name)]))
  if (html === undefined) return missingField('html')
  if (typeof html !== 'string') return wrongType('html', 'string')
  if (css !== undefined && typeof css !== 'string') return wrongType('css', 'string')
  if (!isJsonObject(assets)) return wrongType('assets', 'object')
  if (!isJsonObject(settings)) return wrongType('settings', 'object')
  if (!isJsonObject(data)) return wrongType('data', 'object')
  const surplus = Object.keys(body).find((name) => !MEMBERS.includes(name) && !isSpecialMember(name))
  if (surplus === 'documents') return { ...unknownField(surplus), message: 'Send either "html" or "documents"' }
  if (surplus !== undefined) return unknownField(surplus)
  const files: Record<string, string> = Object.create(null)
  for (const [name, content] of Object.entries(assets)) {
    if (typeof content !== 'string') return wrongType(fieldOfAsset(name), 'string')
    files[name] = content
  }
  return { html, css, assets: files, settings, data }
}

function fieldOfAsset(name: string): string {
  return `assets.${name.slice(0, 80)}`
}

/** What is wrong with the files of a request. */
export function faultOfAssets({ assets, css }: SentHtml): Violation | undefined {
  const files = Object.entries(assets)
  const invalid = (field: string, message: string): Violation => ({ code: 'invalid_value', field, message })
  if (files.length > MAX_ASSETS) return invalid('assets', `Field "assets" must have at most ${MAX_ASSETS} files`)
  for (const [name, content] of files) {
    const fault = faultOfPath(name)
    const field = fieldOfAsset(name)
    if (fault !== undefined) return invalid('assets', `Field "assets": ${fault}`)
    if (!isBase64(content)) return { code: 'invalid_format', field, message: `Field "${field}" is not base64` }
    if (css !== undefined && name === STYLE_FILE) return invalid(field, `Field "css" is the file ${STYLE_FILE} already`)
  }
  return undefined
}

/** What is wrong with the settings of a request. */
export function faultOfSettings({ settings }: SentHtml): Violation | undefined {
  try {
    settingsOf(settings)
    return undefined
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const message = error.message.replace(/^template\.json:\d+:\d+: /, '')
    return { code: 'invalid_value', field: 'settings', message: `Field "settings": ${message}` }
  }
}

/** @throws TemplateError */
function settingsOf(settings: JsonObject): TemplateJson {
  return readTemplateJson(JSON.stringify(settings, undefined, 2))
}

/** The template that a request brings, as it would be stored. @throws TemplateError */
export function contentOfSent({ html, css, assets, settings }: SentHtml): TemplateContent {
  const { name = 'HTML', pageSize = 'a4', orientation = 'portrait', files: _, ...others } = settingsOf(settings)
  const bytes = Object.entries(assets).map(([path, text]) => [path, Buffer.from(text, 'base64')] as const)
  const style = css === undefined ? [] : [[STYLE_FILE, Buffer.from(css)] as const]
  return {
    name,
    // At the end: places in the HTML stay what they are, and its own style sheets come first.
    html: css === undefined ? html : `${html}<link rel="stylesheet" href="${STYLE_FILE}">`,
    pageSize,
    orientation,
    ...others,
    schema: undefined,
    sample: undefined,
    assets: new Map([...bytes, ...style]),
  }
}

/** Tells templates of one organization apart by all that they consist of. */
export function keyOfSent(organizationId: string, { html, css, assets, settings }: SentHtml): string {
  const hash = createHash('sha256')
  const parts = [organizationId, html, css ?? '', JSON.stringify(settings), ...Object.entries(assets).flat()]
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.update(css === undefined ? '' : 'css').digest('hex')
}

/** About the bytes that a compiled template takes: text becomes objects, files stay what they are beside their pixels. */
export function weightOfSent({ html, css = '', assets }: SentHtml): number {
  const files = Object.values(assets).reduce((sum, text) => sum + text.length, 0)
  return 20_000 + 10 * (html.length + css.length) + 2 * files
}
