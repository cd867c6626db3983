import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import type { LaidOutPage } from '../../../engine/layout/page.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import type { StyleImages } from '../../../engine/paint/paint-context.js'
import { paintPage } from '../../../engine/paint/paint-page.js'
import { fonts } from './fragments.js'

/** The calls that paint a page, without those that begin and end it. */
export function paintCalls(page: LaidOutPage, images: StyleImages = NO_IMAGES): readonly string[] {
  const target = new RecordingTarget()
  paintPage(page, target, { fonts, images, broken: new BrokenBackgrounds() })
  return target.calls.slice(1, -1)
}

const NO_IMAGES: StyleImages = { resolve: () => undefined }
