import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { assetPath } from '../../../engine/base/asset-path.js'
import { POINTS_PER_PX } from '../../../engine/base/units.js'
import { compileTemplate, renderDocument } from '../../../engine/index.js'
import { decodeHtml } from '../../render/doors/decode-html.js'
import { literalHtml } from '../../render/doors/literal-html.js'
import { type MarginPage, readMarginPage } from '../../render/doors/margin-page.js'
import { CommandError } from '../command.js'
import { fonts } from '../render-command.js'
import { LocalFiles } from './local-files.js'
import type { Edge } from './margin-texts.js'
import { spacingOf } from './margin-texts.js'
import type { GivenOptions } from './parse-words.js'
import { lastOf } from './read-options.js'

/** A header or footer file with its height. */
export interface MarginFile {
  readonly edge: Edge
  readonly page: MarginPage
  /** At the scale at which it is printed, in px. */
  readonly height: number
  readonly scale: number
  /** How far it is from the content, in px. */
  readonly spacing: number
  readonly notices: readonly string[]
}

/**
 * Reads the header or footer file of a page.
 *
 * @param width of the content of pages at its full size, in px
 * @throws CommandError for an address, or a file that is not there; TemplateError
 */
export function readMarginFile(
  options: GivenOptions,
  edge: Edge,
  { width, scale, values }: { width: number; scale: number; values: ReadonlyMap<string, string> },
): MarginFile | undefined {
  const file = lastOf(options, `${edge}-html`)
  if (file === undefined) return undefined
  const path = localPath(file, `--${edge}-html`)
  const text = readPage(path, `--${edge}-html`)
  const files = new LocalFiles(path, { all: true, folders: [] })
  const page = readMarginPage(file, text, {
    className: `platen-${edge}`,
    address: (source) => (isRelative(source) ? resolve(dirname(path), source) : source),
    values,
    sheet: (href) => {
      const bytes = files.get(assetPath(href, resolve(path).slice(1)))
      return bytes && new TextDecoder().decode(bytes)
    },
  })
  const script = `--${edge}-html: the script in ${file} does more than fill elements by their class; scripts do not run`
  return {
    edge,
    page,
    height: heightOf(page, path, width / scale, files) * scale,
    scale,
    spacing: spacingOf(options, edge),
    notices: page.hasOwnScript ? [script] : [],
  }
}

function isRelative(address: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(address)
}

/** A file of the machine. @throws CommandError for an address */
export function localPath(given: string, what: string): string {
  const local = /^file:\/+(\/.*)$/i.exec(given.replace(/^file:\/\/(?!\/)/i, 'file:///'))?.[1]
  if (local !== undefined) return decodeURIComponent(local)
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(given)) {
    throw new CommandError(
      `${what}: ${given} is an address, and nothing is fetched: save the page to a file, or pipe it in as -`,
    )
  }
  return given
}

/** @throws CommandError */
export function readPage(path: string, what: string, encoding?: string): string {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new CommandError(`${what}: ${path} cannot be read (${String(error.code)})`)
  }
  const text = decodeHtml(bytes, encoding)
  if (text === undefined) throw new CommandError(`--encoding: there is no encoding "${encoding}"`)
  return text
}

/** Lays a header out alone, to know how high it is. */
function heightOf(page: MarginPage, path: string, width: number, assets: LocalFiles): number {
  const html = `<!doctype html><style>html, body { margin: 0 } ${RULES} ${page.css}</style>${page.html}`
  const source = { html: literalHtml(html), name: path, assets, profile: 'browser' } as const
  const paper = `${Math.max(1, width).toFixed(4)}px 19000px`
  const template = compileTemplate({ ...source, paper, margins: '0', pageRules: 'none', media: 'screen' }, { fonts })
  const { map } = renderDocument(template, {}, { map: true, firstPages: 1 })
  const box = map?.[0]?.boxes.find(({ element }) => element === 'div')
  return box ? (box.margin.top + box.height + box.margin.bottom) / POINTS_PER_PX : 0
}

/** A header is a page of its own, with the margins and letters that pages have. */
const RULES = '.platen-header, .platen-footer { padding: 8px; font: 16px/normal "Times New Roman"; color: black }'

/** Rules outside of `@page` for the pages of headers and footers. */
export function marginFileRules({ edge, page, scale }: MarginFile): string {
  return `${RULES}\n${page.css}\n.platen-${edge} { position: running(platen-${edge}); zoom: ${scale} }`
}

/**
 * The box in the margin for a header or footer file: it hangs at the edge of the content, over the margin and beyond the
 * paper where it is higher than that.
 *
 * @param margin that of the page at this edge, in px
 */
export function marginFileBox({ edge, height, spacing }: MarginFile, margin: number): string {
  const [side, away, toward] = edge === 'header' ? ['top', 'top', 'bottom'] : ['bottom', 'bottom', 'top']
  return (
    `@${side}-center { content: element(platen-${edge}); width: 100%; height: ${height}px; ` +
    `margin-${toward}: ${spacing}px; margin-${away}: ${margin - height - spacing}px; vertical-align: ${toward} }`
  )
}

/** The folder of a page, which it may read. */
export function folderOf(path: string): string {
  return dirname(resolve(path))
}
