declare module 'linebreak' {
  /** A place at which a line may (or must) break: before the code unit at `position`. */
  interface Break {
    readonly position: number
    readonly required: boolean
  }

  /** Walks the line break opportunities of a text (UAX #14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): Break | null
  }
}

declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** Level of each UTF-16 code unit. */
    readonly levels: Uint8Array
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[]
  }

  interface Bidi {
    getEmbeddingLevels(text: string, baseDirection?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    openingToClosingBracket(character: string): string | null
    closingToOpeningBracket(character: string): string | null
    getCanonicalBracket(character: string): string | null
    getMirroredCharacter(character: string): string | null
  }

  export default function bidiFactory(): Bidi
}
