/** A template of a request for several documents, as it was when the request was accepted. */
export interface MergedTemplate {
  /** As the request names it, with a stage where it names one. */
  readonly endpointPath: string
  readonly templateId: string
  readonly versionId: string
}

/** The documents of a request that become one file. */
export interface MergedDocuments {
  /** How many, which the request is counted as. */
  readonly count: number
  /** Those that they are made from, each once. */
  readonly templates: readonly MergedTemplate[]
}

/** Stands in rows and events in place of the template of a request. No template can have these. */
export const MERGED: MergedTemplate = {
  endpointPath: 'several documents',
  templateId: 'tpl_merged',
  versionId: 'tpv_merged',
}

/** The endpoint paths of the templates. */
export function pathsOf({ templates }: MergedDocuments): readonly string[] {
  return templates.map(({ endpointPath }) => endpointPath.replace(/:.*$/, ''))
}

/** The text of a column. */
export function writeMerged(merged: MergedDocuments | undefined): string | null {
  return merged ? JSON.stringify(merged) : null
}

export function readMerged(column: string | null): MergedDocuments | undefined {
  return column === null ? undefined : JSON.parse(column)
}
