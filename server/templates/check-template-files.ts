import { faultOfPath } from '../render/template-path.js'
import { tryPublishedSchema } from '../render/validate-data.js'
import { assertJson, FileError, parseData } from './template-files.js'

/** A template's schema and sample data, each with the name of its file for messages. */
interface DataFiles {
  readonly schema: string | undefined
  readonly schemaFile: string
  readonly sample: string | undefined
  readonly sampleFile: string
}

/**
 * Checks what is published with a template: a schema that cannot be used would fail every request.
 *
 * @throws FileError
 */
export function checkDataFiles({ schema, schemaFile, sample, sampleFile }: DataFiles): void {
  if (sample !== undefined) parseData(Buffer.from(sample), sampleFile)
  if (schema === undefined) return
  assertJson(Buffer.from(schema), schemaFile)
  const problem = tryPublishedSchema(schema)
  if (problem) throw new FileError(`${schemaFile}: ${problem.message}`)
}

/** Makes sure that a template may have files of these paths. @throws FileError with the first that it may not have */
export function checkPaths(paths: Iterable<string>): void {
  for (const path of paths) {
    const fault = faultOfPath(path)
    if (fault !== undefined) throw new FileError(fault)
  }
}
