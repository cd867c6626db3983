import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { isAttachmentName } from '../../engine/check-arguments.js'
import type { Attachment, AttachmentRelationship } from '../../engine/index.js'
import { INVOICE_FILES } from '../../engine/invoice/facturx.js'
import { ATTACHMENT_RELATIONSHIPS } from '../../engine/pdf/attachments.js'
import { mediaTypeOf } from '../render/attachment-types.js'
import { readBytes } from '../templates/template-files.js'
import { UsageError } from './command.js'

/**
 * Reads the files that `--attach` names.
 *
 * @param values each a path, and behind a comma perhaps what the file is to the document
 * @param own attachments that the template brings
 * @param date of the document, when it was given: then the files have it too, and equal input gives equal bytes
 * @throws UsageError, FileError
 */
export function readAttachments(
  values: readonly string[],
  date: Date | undefined,
  own: readonly Attachment[] = [],
): readonly Attachment[] {
  const names = new Set(own.map(({ name }) => name))
  const read = values.map((value) => {
    const { file, relationship } = parse(value)
    const name = basename(file)
    if (names.has(name)) throw new UsageError(`--attach: there are two files called "${name}"`)
    if (INVOICE_FILES.includes(name))
      throw new UsageError(`--attach: the data of an invoice, ${name}, comes by --factur-x`)
    if (!isAttachmentName(name))
      throw new UsageError(`--attach: the file ${JSON.stringify(name)} cannot be saved under its name: rename it`)
    names.add(name)
    const data = readBytes(file)
    const modified = date === undefined ? statSync(file).mtime : undefined
    return { name, data, mediaType: mediaTypeOf(file), relationship, modified }
  })
  return [...own, ...read]
}

/** The path that a value of `--attach` names. */
export function attachedFile(value: string): string {
  return parse(value).file
}

/** Text behind a comma is a part of the file's name unless it is one of the words. */
function parse(value: string): { readonly file: string; readonly relationship: AttachmentRelationship | undefined } {
  const comma = value.lastIndexOf(',')
  const word = value.slice(comma + 1).toLowerCase()
  const relationship = ATTACHMENT_RELATIONSHIPS.find((candidate) => candidate.toLowerCase() === word)
  return { file: comma < 0 || !relationship ? value : value.slice(0, comma), relationship }
}
