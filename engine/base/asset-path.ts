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

/**
 * The address that those in the texts of a template are relative to, as its `<base>` says (HTML §2.4.3). Style sheets and
 * drawings in files of their own keep to themselves.
 */
export class DocumentBase {
  /** The folder among the files of the template. Nothing is loaded from the network: a base there moves links alone. */
  readonly folder: string

  /** @param isText whether a file is a text of the template: itself, or a partial */
  constructor(
    private readonly address: string,
    private readonly isText: (file: string) => boolean,
  ) {
    this.folder = NETWORK_ADDRESS.test(address) ? '' : address
  }

  /** The file, or folder, that addresses in `file` count from. */
  of(file: string): string {
    return this.folder !== '' && this.isText(file) ? this.folder : file
  }

  /** Where a link leads. Those within the document stay there. */
  target(link: string): string {
    return !link.startsWith('#') && URL.canParse(link, this.address) ? new URL(link, this.address).href : link
  }
}

const NETWORK_ADDRESS = /^(?:https?:)?\/\//i
