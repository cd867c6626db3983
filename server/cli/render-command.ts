import { basename, dirname, extname, join, resolve } from 'node:path'
import type { StandardError } from '../../engine/base/errors.js'
import {
  createFontLibrary,
  type EncryptionOptions,
  formatWithSource,
  type OutputProfile,
  ProfileError,
  readOutputProfile,
  type TemplateSource,
} from '../../engine/index.js'
import { FileError, readBytes } from '../templates/template-files.js'
import { attachedFile } from './attachments.js'
import type { EngineInput } from './engine-input.js'
import { type PictureOptions, writePictures } from './page-pictures.js'
import { collectPdf, type Named, type PdfStream, writePdf } from './write-pdf.js'

/** What the command is to do. */
export interface RenderCommand {
  /** Files or folders; several become one PDF. */
  readonly templates: readonly string[]
  /** Values of `--data`. */
  readonly data: readonly string[]
  readonly out: string | undefined
  readonly pageSize: string | undefined
  readonly orientation: string | undefined
  readonly profile: string | undefined
  readonly assets: string | undefined
  readonly partials: string | undefined
  /** Now when absent. */
  readonly date: Date | undefined
  readonly timeZone: string | undefined
  /** Values of `--attach`. */
  readonly attach: readonly string[]
  /** Values of `--standard`. */
  readonly standard: readonly string[]
  readonly forms: boolean
  /** The file with the profile of the press. */
  readonly outputIntent: string | undefined
  /** The file with the invoice's XML. */
  readonly facturX: string | undefined
  readonly encryption: EncryptionOptions | undefined
  readonly pictures: PictureOptions | undefined
  readonly test: boolean
  /** Documents that have lost something are a failure. */
  readonly strict: boolean
  readonly json: boolean
}

export const fonts = createFontLibrary()

/** A document that was written. */
export interface RenderedOnce {
  /** The files that it came from. */
  readonly used: ReadonlySet<string>
  /** It has lost something, where that is not wanted. */
  readonly isRefused: boolean
}

/** A PDF that was written, with what there is to know of it. */
export type Written<S> = S & {
  /** The PDF; undefined when only pictures of it were wanted. */
  readonly out: string | undefined
  /** The files with its pages. */
  readonly pictures?: readonly string[]
  readonly bytes: number
}

/** Writes the first pages while later ones are laid out; pictures come when all are. */
export async function write<S extends Named>(
  rendering: PdfStream<S>,
  password: string | undefined,
  { out, pictures, templates: [path = ''] }: RenderCommand,
): Promise<Written<S>> {
  if (!pictures) return writePdf(out, defaultOut(path), rendering)
  const collected = collectPdf(rendering)
  const written = out === undefined ? await collected.drain() : await writePdf(out, out, collected.stream)
  return { ...written, pictures: await writePictures(collected.pdf(), pictures, password) }
}

/** The name of the template's file or folder with `.pdf`, in the current folder. */
function defaultOut(template: string): string {
  const name = basename(resolve(template))
  return `${basename(name, extname(name))}.pdf`
}

/** The files that a rendering came from. */
export function filesOf(
  inputs: readonly EngineInput[],
  { data, attach, facturX, outputIntent }: RenderCommand,
): ReadonlySet<string> {
  const used = [...data, ...attach.map(attachedFile)]
  for (const { files, assets } of inputs) {
    const settings = ['template.json', 'sample.json', 'factur-x.json']
    used.push(files.htmlFile, ...assets.used, ...settings.map((name) => join(dirname(files.htmlFile), name)))
  }
  if (facturX !== undefined) used.push(facturX)
  if (outputIntent !== undefined) used.push(outputIntent)
  return new Set(used.map((file) => resolve(file)))
}

/** All faults, each with its line. */
export function describeFaults({ standards, diagnostics }: StandardError, source: TemplateSource): string {
  const faults = diagnostics.map((diagnostic) => formatWithSource(diagnostic, source))
  return `the document is not ${standards.join(' and ')}:\n${faults.join('\n')}`
}

export function readProfile(file: string | undefined): OutputProfile | undefined {
  if (file === undefined) return undefined
  try {
    return readOutputProfile(readBytes(file))
  } catch (error) {
    if (error instanceof ProfileError) throw new FileError(`${file}: the file ${error.message}`)
    throw error
  }
}
