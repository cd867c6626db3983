import t from 'tap'
import { RecordingTarget } from '../../../engine/dump/recording-target.js'
import { BrokenBackgrounds } from '../../../engine/paint/broken-backgrounds.js'
import { paintPage } from '../../../engine/paint/paint-page.js'
import { compileSmall, layOut } from '../layout/lay-out.js'

/** What clips the content of a box whose border box is 60 × 40 px, 20 px from the corner of the page. */
function clipsOf(css: string): readonly string[] {
  const box = 'width: 40px; height: 20px; margin: 20px; padding: 6px; border: 4px solid; overflow: clip;'
  const template = compileSmall(
    `.b { ${box} ${css} } i { display: block; height: 50px; width: 190px; background: red }`,
    '<div class="b"><i></i></div>',
  )
  const target = new RecordingTarget()
  const sources = { fonts: template.fonts, images: { resolve: () => undefined }, broken: new BrokenBackgrounds() }
  for (const page of layOut(template).pages) paintPage(page, target, sources)
  // Boxes and their text are painted one after the other.
  return [...new Set(target.calls.map((call) => call.trim()).filter((call) => call.startsWith('clip')))]
}

t.test('content is clipped so far beyond the padding edge, or that of another box', async (t) => {
  t.same(clipsOf(''), ['clip [24,24 52×32]'])
  t.same(clipsOf('overflow-clip-margin: 5px'), ['clip [19,19 62×42]'])
  t.same(clipsOf('overflow-clip-margin: border-box'), ['clip [20,20 60×40]'])
  t.same(clipsOf('overflow-clip-margin: 2px content-box'), ['clip [28,28 44×24]'])
})

t.test('not where a box would scroll on a screen', async (t) => {
  t.same(clipsOf('overflow-clip-margin: 5px; overflow: hidden'), ['clip [24,24 52×32]'])
  t.same(clipsOf('overflow-clip-margin: 5px; overflow: visible; contain: paint'), ['clip [19,19 62×42]'])
})
