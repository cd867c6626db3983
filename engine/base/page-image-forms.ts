/** The formats that a page can be drawn in. */
export const PAGE_IMAGE_FORMATS = ['png', 'jpeg', 'webp'] as const

export type PageImageFormat = (typeof PAGE_IMAGE_FORMATS)[number]

/** Pixels across, where nobody says how large a picture is to be. */
export const DEFAULT_IMAGE_WIDTH = 800

/** The most pixels that a picture may have. */
export const MAX_IMAGE_PIXELS = 25_000_000
