import type { DiagnosticSink } from '../base/diagnostics.js'
import { didYouMean } from '../base/suggest.js'
import type { Declaration } from '../css/properties/declaration.js'
import type { FontLibrary } from '../fonts/font-types.js'

/** Words that ask for a kind of font, or for whatever the machine has: there is always one for them. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|fangsong|system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont)$/i

/** Those among them that say that any font will do. */
const ANY_FONT = /^(?:system-ui|ui-[a-z-]+|-apple-system|blinkmacsystemfont)$/i

/**
 * Reports declarations of `font-family` that name families of which the library has none.
 *
 * @param seen families that need no other message, to which it adds
 * @param matters whether the declarations may apply to anything
 */
export function reportUnknownFamilies(
  declarations: readonly Declaration[],
  fonts: FontLibrary,
  diagnostics: DiagnosticSink,
  seen: Set<string>,
  matters: () => boolean = () => true,
): void {
  const { families } = fonts
  if (!families) return
  for (const declaration of declarations) {
    if (declaration.kind !== 'longhand' || declaration.property !== 'font-family') continue
    const names = declaration.value as readonly string[]
    const named = names.filter((name) => !GENERIC.test(name))
    const [first] = named
    if (first === undefined || names.some((name) => ANY_FONT.test(name)) || named.some((name) => families.has(name))) {
      continue
    }
    if (seen.has(first) || !matters()) continue
    seen.add(first)
    const hint = didYouMean(first, families.names(), '', Math.max(1, Math.floor(first.length / 4)))
    const advice = hint === '' ? `: bring it with @font-face { font-family: "${first}"; src: url(…) }` : hint
    const message = `there is no font "${first}", another one takes its place${advice}`
    diagnostics.warn('unknown-font-family', message, declaration.span?.())
  }
}
