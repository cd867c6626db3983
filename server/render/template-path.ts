/** Characters of a file's path. */
const MAX_PATH = 300

/**
 * What is wrong with the path of a file in a template, in a sentence; undefined when a template may have it. Paths are
 * relative, with `/` between their parts, and stay within the template.
 */
export function faultOfPath(path: string): string | undefined {
  if (path === '') return 'A file needs a name.'
  const shown = `“${path.slice(0, 80)}”`
  if (path.length > MAX_PATH) return `${shown} is longer than ${MAX_PATH} characters.`
  if (/[\\\p{Cc}]/u.test(path)) return `${shown} has a backslash or a control character in it.`
  const leadsOut = path.split('/').some((part) => part === '' || part === '.' || part === '..')
  return leadsOut || /^[a-z]:/i.test(path) ? `${shown} is not a path within the template.` : undefined
}
