import t from 'tap'
import { textStyleOf } from '../../../../engine/layout/inline/text-style.js'
import { createSquareFonts } from '../square-fonts.js'
import { createTestContext } from '../test-context.js'
import { testStyle } from '../test-style.js'

t.test('what lines need of a style is worked out once for all documents', async (t) => {
  const fonts = createSquareFonts()
  const style = testStyle(fonts)
  const [first, second] = [createTestContext(fonts, {}), createTestContext(fonts, {})]
  t.equal(textStyleOf(first, style), textStyleOf(second, style))
})
