/** An address as the key of an asset: relative to the file that names it, without query and `./`. */
export function assetPath(url: string, file: string): string {
  const path = url.trim().replace(/[?#].*$/s, '')
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : ''
  const parts: string[] = []
  for (const part of (folder + path).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
