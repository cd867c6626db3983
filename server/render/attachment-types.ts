import { extname } from 'node:path'

/** Of the kinds of files that people attach to documents. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.html', 'text/html'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.json', 'application/json'],
  ['.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.pdf', 'application/pdf'],
  ['.png', 'image/png'],
  ['.txt', 'text/plain'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.xml', 'text/xml'],
  ['.zip', 'application/zip'],
])

/** The media type that a file's name stands for; undefined for names that say nothing. */
export function mediaTypeOf(name: string): string | undefined {
  return MEDIA_TYPES.get(extname(name).toLowerCase())
}
