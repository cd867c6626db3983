/** A document that would like to take an engine all the time there is. */
export interface TimeCase {
  /** Says what is hostile. */
  readonly name: string
  readonly make: () => { readonly html: string }
  /** Whether a document comes out, or the code of the error that refuses it. */
  readonly expected: 'document' | { readonly refused: string }
}

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
