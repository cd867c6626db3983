import { HANGUL_MODEL } from './hangul.js'
import { JOINING_MODEL } from './joining.js'
import { KHMER_MODEL } from './khmer.js'
import type { ShapingModel } from './model.js'
import { MYANMAR_MODEL } from './myanmar.js'
import { UNIVERSAL_MODEL } from './universal.js'

/** Letters side by side, with marks above and below. */
export const PLAIN_MODEL: ShapingModel = { zeroMarks: 'late', splitsVowels: false, stages: [{ features: [] }] }

/** Scripts of the Universal Shaping Engine. */
const UNIVERSAL_SCRIPTS: ReadonlySet<string> = new Set([
  ...['adlm', 'ahom', 'bali', 'batk', 'bhks', 'brah', 'bugi', 'buhd', 'cakm', 'cham', 'chrs', 'cpmn', 'diak', 'dogr'],
  ...['dupl', 'egyp', 'elym', 'gara', 'gong', 'gonm', 'gran', 'gukh', 'hano', 'hmng', 'hmnp', 'java', 'kali', 'kawi'],
  ...['khar', 'khoj', 'kits', 'krai', 'kthi', 'lana', 'lepc', 'limb', 'mahj', 'maka', 'mand', 'mani', 'marc', 'medf'],
  ...['modi', 'mong', 'mtei', 'mult', 'nagm', 'nand', 'newa', 'nko ', 'onao', 'ougr', 'phag', 'phlp', 'plrd', 'rjng'],
  ...['rohg', 'saur', 'shrd', 'sidd', 'sind', 'sinh', 'sogd', 'sogo', 'soyo', 'sund', 'sunu', 'sylo', 'tagb', 'takr'],
  ...['tale', 'talu', 'tavt', 'tfng', 'tglg', 'tibt', 'tirh', 'tnsa', 'todr', 'toto', 'tutg', 'vith', 'wcho', 'yezi'],
  ...['zanb'],
])

/** @param isOfScript whether the font has features for the script itself, without which models do not apply */
export function modelOf(script: string, isOfScript: boolean): ShapingModel {
  switch (script) {
    case 'arab':
      return JOINING_MODEL
    case 'syrc':
      return isOfScript ? JOINING_MODEL : PLAIN_MODEL
    case 'mymr':
      return isOfScript ? MYANMAR_MODEL : PLAIN_MODEL
    case 'khmr':
      return KHMER_MODEL
    case 'hang':
      return HANGUL_MODEL
    default:
      return isOfScript && UNIVERSAL_SCRIPTS.has(script) ? UNIVERSAL_MODEL : PLAIN_MODEL
  }
}
