/**
 * HTML's rules for parsing integers (§2.3.4.1): leading white space and a sign are allowed, what follows the
 * digits is ignored. Undefined when there is no number, or one beyond 32 bits.
 */
export function parseHtmlInteger(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^[\t\n\f\r ]*([+-]?\d+)/.exec(text)
  if (!match) return undefined
  const value = Number(match[1])
  return Math.abs(value) <= 0x7fffffff ? value : undefined
}
