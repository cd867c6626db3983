import type { ReplacedBox } from '../boxes/box-tree.js'

/** Width over height of an image: the natural ratio unless `aspect-ratio` goes before it (css-sizing-4 §5.1). */
export function contentRatio(box: ReplacedBox): number | undefined {
  const { ratio, auto } = box.style.aspectRatio
  return auto ? (naturalRatio(box) ?? ratio) : ratio
}

function naturalRatio(box: ReplacedBox): number | undefined {
  const { naturalWidth, naturalHeight, image, style } = box
  if (style.contain.size !== 'none') return undefined
  if (naturalWidth && naturalHeight) return naturalWidth / naturalHeight
  // A drawing may have a proportion without a size.
  if (image?.kind !== 'vector' || !image.ratio) return undefined
  return style.frame === 'horizontal-tb' ? image.ratio : 1 / image.ratio
}
