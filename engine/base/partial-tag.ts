/** The name of a partial, which may be a path within the folder of partials. */
const NAME = String.raw`(?:[\p{L}\p{Nd}_-]+\/)*[\p{L}\p{Nd}_-]+`

/** The beginning of what stands between the braces of a tag that includes a partial; without a name where it has none. */
export const PARTIAL_TAG = new RegExp(String.raw`^\s*>\s*(${NAME})?(?=\s|$)`, 'u')

const INCLUSION = new RegExp(String.raw`\{\{\s*>\s*(${NAME})(?=[\s}])`, 'gu')

/**
 * The names of the partials that a text may include, found without reading it as a template: tags in comments count
 * too.
 */
export function includedPartials(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(INCLUSION)].map(([, name = '']) => name))
}

/** The name in messages of a partial that several templates share. */
export function fileOfShared(name: string): string {
  return `shared/${name}.html`
}

/** Where a template's own files have a partial, in the order in which they are looked for. */
export function pathsOfPartial(name: string): readonly string[] {
  return [`partials/${name}.html`, `${name}.html`]
}
