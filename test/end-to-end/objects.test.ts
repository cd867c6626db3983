import t from 'tap'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../engine/index.js'
import { pageText } from '../engine/pdf/read-pdf.js'
import { makePdf, onePage } from '../engine/pdf-input/make-pdf.js'

const fonts = createFontLibrary()
const ASSETS = new Map([
  [
    'plan.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z"/></svg>'),
  ],
  ['notes.pdf', Buffer.from('%PDF-1.7')],
  ['page.pdf', makePdf({ objects: { ...onePage('0 0 9 9 re f', '/CropBox [0 0 72 36]') } })],
])

/** What an object shows: the size of its image in px, or else the text of the page. */
function shownBy(object: string, data: object = {}) {
  const template = compileTemplate({ html: `<!doctype html>\n${object}`, name: 't.html', assets: ASSETS }, { fonts })
  const { pdf, map, diagnostics } = renderDocument(template, data, { map: true })
  const box = map?.[0]?.boxes.findLast(({ element }) => element === 'object')
  const text = pageText(pdf, 1).trim()
  return {
    shown: text === '' && box ? [box.width / 0.75, box.height / 0.75] : text,
    diagnostics: [...template.diagnostics, ...diagnostics].map((diagnostic) => formatDiagnostic(diagnostic)),
  }
}

t.test('an object shows the image that it names, in place of what stands in it', async (t) => {
  t.same(shownBy('<object data=plan.svg type="image/svg+xml">A plan</object>'), { shown: [40, 20], diagnostics: [] })
  t.same(shownBy('<object data=plan.svg width=80>A plan</object>').shown, [80, 40])
  t.same(shownBy('<object data=plan.svg width=80 height=10>A plan</object>').shown, [80, 10])
  t.same(shownBy('<object data=plan.svg style="display:block;width:60px">A plan</object>').shown, [60, 30])
  t.same(shownBy('<object data="{{file}}">A plan</object>', { file: 'plan.svg' }).shown, [40, 20])
  t.same(shownBy('<object data=page.pdf type="application/pdf">A plan</object>'), { shown: [96, 48], diagnostics: [] })
  t.same(shownBy('<object data="page.pdf#page=1" type="application/pdf; version=1.7">A plan</object>').shown, [96, 48])
  t.same(shownBy('<object data=missing.svg><object data=plan.svg>A plan</object></object>').shown, [40, 20])
})

t.test('an object shows what stands in it where no image takes its place, and says why', async (t) => {
  t.same(shownBy('<object>The {{what}}</object>', { what: 'plan' }), { shown: 'The plan', diagnostics: [] })
  t.same(shownBy('<object data="">The plan</object>'), { shown: 'The plan', diagnostics: [] })
  t.match(shownBy('<object data=missing.svg>The plan</object>'), {
    shown: 'The plan',
    diagnostics: [/^t\.html:2:1: error: there is no image "missing\.svg" among the assets \[missing-asset\]$/],
  })
  t.match(shownBy('<object data=notes.pdf type="application/zip">The notes</object>'), {
    shown: 'The notes',
    diagnostics: [
      't.html:2:24: warning: <object type="application/zip"> shows what stands in it: only images and pages of PDFs can take its place [unsupported-element]',
    ],
  })
  t.match(shownBy('<object data=notes.pdf type="{{type}}">The notes</object>', { type: 'application/zip' }), {
    shown: 'The notes',
    diagnostics: [],
  })
  t.match(shownBy('<object data=notes.pdf type="application/pdf">The notes</object>'), {
    shown: 'The notes',
    diagnostics: [/the image "notes\.pdf" cannot be shown: it is damaged/, /the image "notes\.pdf"/],
  })
  t.match(shownBy('<object data=notes.pdf>The notes</object>').diagnostics, [/the image "notes\.pdf" cannot be shown/])
})

t.test('of an object that shows an image, a reader is told what stands in it', async (t) => {
  const tags = (object: string) =>
    dumpDocument(compileTemplate({ html: `<p>See ${object}.`, assets: ASSETS }, { fonts }), {}, 'tags')
  const figure = (text: string) => `Document\n  P\n    "See "\n    Figure alt="${text}"\n      ""\n    "."\n`
  t.equal(tags('<object data=plan.svg>the <b>plan</b></object>'), figure('the plan'))
  t.equal(tags('<object data=plan.svg title=Plan>the plan</object>'), figure('Plan'))
  t.equal(tags('<object data=plan.svg aria-label="Plan of floors">the plan</object>'), figure('Plan of floors'))
  t.equal(tags('<object data=plan.svg role=presentation></object>'), 'Document\n  P\n    "See ."\n')
  t.equal(tags('<object>the plan</object>'), 'Document\n  P\n    "See the plan."\n')
})

t.test('an object with an image and without words is no PDF/UA', async (t) => {
  const html = '<!doctype html><html lang=en><title>Plan</title><h1>Plan</h1><p><object data=plan.svg></object>'
  const template = compileTemplate({ html, assets: ASSETS }, { fonts })
  const { diagnostics } = renderDocument(template, {}, { standard: 'pdf/ua-1', nonconforming: 'report' })
  t.match(diagnostics, [
    { code: 'missing-alternative', message: /^<object> has no text in its place: say between its tags/ },
  ])
})
