/** Pieces of documents that mean harm by their number. */

export function page(css: string, body: string): { readonly html: string } {
  return { html: `<!DOCTYPE html><style>${css}</style><body>${body}` }
}

export function repeat(count: number, piece: string | ((index: number) => string)): string {
  return typeof piece === 'string' ? piece.repeat(count) : Array.from({ length: count }, (_, i) => piece(i)).join('')
}

/** Elements within each other. @param open start tags of one level, and what stands before the next one */
export function nest(levels: number, open: string, inner: string, close = '</div>'): string {
  return open.repeat(levels) + inner + close.repeat(levels)
}

export function words(count: number): string {
  return repeat(count, (i) => `word${i % 100} `)
}
