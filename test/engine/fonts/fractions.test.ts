import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { withSubstitution } from './make-substitution.js'

const PLAIN = readFileSync(new URL('liberation/LiberationSans-Regular.ttf', FONTS_FOLDER))
const [ONE, A] = [20, 36]

t.test('features of fractions apply to all of a text that asks for them', (t) => {
  for (const feature of ['frac', 'numr', 'dnom']) {
    const data = withSubstitution(PLAIN, feature, ONE, A)
    const library = createFontLibrary({ bundled: false, fonts: [{ family: 'F', data }] })
    const { primary } = library.select({ families: ['F'], weight: 400, style: 'normal', stretch: 100 })
    const shape = (features: Readonly<Record<string, boolean>>) => {
      const style = library.shaping({ direction: 'ltr', script: 'latn', language: '', features })
      return [...library.shape(primary, style, '1/21').glyphs]
    }
    t.same(shape({ [feature]: true }), [A, 18, 21, A], feature)
    t.same(shape({}), [ONE, 18, 21, ONE])
    t.same(shape({ [feature]: false }), [ONE, 18, 21, ONE])
  }
  t.end()
})
