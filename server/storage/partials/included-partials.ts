import { includedPartials, pathsOfPartial } from '../../../engine/base/partial-tag.js'
import type { TemplateContent } from '../store.js'

/** Those of an organization's partials that a template may include: where it has no files of their names itself. */
export function selectIncluded(
  { html, assets }: Pick<TemplateContent, 'html' | 'assets'>,
  shared: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const isOwn = (name: string) => pathsOfPartial(name).some((path) => assets.has(path))
  const own = [...assets].filter(([path]) => path.endsWith('.html')).map(([, bytes]) => Buffer.from(bytes).toString())
  const selected = new Map<string, string>()
  const texts = [html, ...own]
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const name of includedPartials(text)) {
      const partial = shared.get(name)
      if (partial === undefined || selected.has(name) || isOwn(name)) continue
      selected.set(name, partial)
      texts.push(partial)
    }
  }
  return selected
}
