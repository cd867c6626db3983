import { readFileSync } from 'node:fs'
import t from 'tap'
import { PROFILES, type ProfileName } from '../../../../engine/base/profile.js'
import { FONTS_FOLDER } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { textStyleOf } from '../../../../engine/layout/inline/text-style.js'
import { withSubstitution } from '../../fonts/make-substitution.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext } from '../test-context.js'
import { testStyle } from '../test-style.js'

t.test('what lines need of a style is worked out once for all documents', async (t) => {
  const fonts = createSquareFonts()
  const style = testStyle(fonts)
  const [first, second] = [createTestContext(fonts, {}), createTestContext(fonts, {})]
  t.equal(textStyleOf(first, style), textStyleOf(second, style))
})

t.test('capitals are the best that the font has, and made where it has none', async (t) => {
  const plain = readFileSync(new URL('liberation/LiberationSans-Regular.ttf', FONTS_FOLDER))
  const [upper, lower] = [36, 68]
  const caps = (feature: string, style: Parameters<typeof testStyle>[1]) => {
    const [from, to] = feature === 'unic' || feature === 'c2sc' ? [upper, lower] : [lower, upper]
    const data = withSubstitution(plain, feature, from, to)
    const fonts = createFontLibrary({ bundled: false, fonts: [{ family: 'Square', data }] })
    const { latin, synthesizedCaps } = textStyleOf(createTestContext(fonts, {}), testStyle(fonts, style))
    return [Object.keys(latin.features).join(' '), synthesizedCaps]
  }
  t.same(caps('smcp', { fontVariantCaps: 'small-caps' }), ['smcp', 'none'])
  t.same(caps('pcap', { fontVariantCaps: 'small-caps' }), ['', 'lowercase'])
  t.same(caps('pcap', { fontVariantCaps: 'petite-caps' }), ['pcap', 'none'])
  t.same(caps('smcp', { fontVariantCaps: 'petite-caps' }), ['smcp', 'none'], 'small ones, which are a little larger')
  t.same(caps('pcap', { fontVariantCaps: 'all-petite-caps' }), ['pcap c2pc', 'none'])
  t.same(caps('smcp', { fontVariantCaps: 'all-petite-caps' }), ['smcp c2sc', 'none'])
  t.same(caps('unic', { fontVariantCaps: 'unicase' }), ['unic', 'none'])
  t.same(caps('c2sc', { fontVariantCaps: 'unicase' }), ['c2sc', 'none'])
  t.same(caps('smcp', { fontVariantCaps: 'unicase' }), ['', 'uppercase'])
})

t.test(
  'figures of one width are not kerned in print, and where they are asked for by name in both profiles',
  async (t) => {
    const fonts = createSquareFonts()
    const aligns = (profile: ProfileName, style: Parameters<typeof testStyle>[1] = {}) => {
      const context = { ...createTestContext(fonts, {}), profile: PROFILES[profile] }
      return textStyleOf(context, testStyle(fonts, style)).latin.alignsFigures
    }
    t.equal(aligns('print'), true)
    t.equal(aligns('browser'), false, 'browsers kern them')
    t.equal(aligns('browser', { fontFeatures: { tnum: true } }), true)
    t.equal(aligns('print', { fontKerning: 'normal' }), false, 'kerning is asked for')
    t.equal(aligns('print', { fontFeatures: { kern: true } }), false)
  },
)
