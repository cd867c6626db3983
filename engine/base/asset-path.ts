/** For messages about an asset that is not there: why it cannot be, when its address is one of the network. */
export function networkHint(url: string): string {
  return /^\s*(?:https?:)?\/\//iu.test(url)
    ? '; nothing is loaded from the network, so add the file to the template'
    : ''
}

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
