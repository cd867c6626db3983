import { writeFile } from 'node:fs/promises'
import { PageImageError, PageRenderer } from '../../engine/page-images/index.js'
import { FileError } from '../templates/template-files.js'
import { CommandError, UsageError } from './command.js'
import { writeNote } from './output.js'

/** The pictures of pages that are wanted, by `--png`, `--dpi` and `--width`. */
export interface PictureOptions {
  /** A file name in which `%d` stands for the number of the page, or `%03d` for one with zeros before it. */
  readonly png: string
  readonly dpi: number | undefined
  readonly width: number | undefined
}

const PLACE_OF_NUMBER = /%(?:0([1-9]))?d/

const DEFAULT_DPI = 150

/** @throws UsageError when they do not go together, or one cannot be used */
export function readPictures(options: {
  readonly png?: string | undefined
  readonly dpi?: string | undefined
  readonly width?: string | undefined
}): PictureOptions | undefined {
  const { png } = options
  const dpi = numberOf('dpi', options.dpi)
  const width = numberOf('width', options.width)
  if (png === undefined) {
    if (dpi !== undefined || width !== undefined) throw new UsageError('--dpi and --width are for --png')
    return undefined
  }
  if (dpi !== undefined && width !== undefined)
    throw new UsageError('--dpi and --width both say how large pictures are')
  return { png, width, dpi: width === undefined ? (dpi ?? DEFAULT_DPI) : undefined }
}

/**
 * Writes a picture of each page.
 *
 * @returns the names of the files
 * @throws CommandError, FileError
 */
export async function writePictures(
  pdf: Uint8Array,
  { png, dpi, width }: PictureOptions,
  password: string | undefined,
): Promise<readonly string[]> {
  const renderer = new PageRenderer()
  const files: string[] = []
  const missing = new Set<string>()
  try {
    for await (const { content, page, pages, missingFonts } of renderer.renderPages(pdf, { dpi, width, password })) {
      if (pages > 1 && !PLACE_OF_NUMBER.test(png)) {
        throw new CommandError(`--png: the document has ${pages} pages; %d in the name stands for their numbers`)
      }
      const file = png.replace(PLACE_OF_NUMBER, (_, digits = '0') => String(page).padStart(Number(digits), '0'))
      await write(file, content)
      files.push(file)
      for (const font of missingFonts) missing.add(font)
    }
  } catch (error) {
    if (error instanceof PageImageError) throw new CommandError(`--png: ${error.message}`)
    throw error
  } finally {
    await renderer.close()
  }
  for (const font of missing)
    await writeNote(`--png: the PDF does not contain the font ${font}: its text is drawn with another`)
  return files
}

async function write(file: string, content: Uint8Array): Promise<void> {
  try {
    await writeFile(file, content)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    throw new FileError(`--png: ${file} cannot be written (${code ?? String(error)})`)
  }
}

function numberOf(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= 1) return number
  throw new UsageError(`--${name} must be a whole number from 1, not ${JSON.stringify(value)}`)
}
