/** A number in groups of three digits, from the most significant one, without leading zeros. */
export function groupsOf(number: number): readonly number[] {
  const groups: number[] = []
  for (let left = number; left > 0; left = Math.floor(left / 1000)) groups.unshift(left % 1000)
  return groups
}

/** Words with a blank between them; empty ones are left out. */
export function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}
