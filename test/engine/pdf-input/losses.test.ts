import t from 'tap'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import { MOST, operatorsOf, syntaxOf } from './imported.js'
import { inserted } from './inserted.js'
import { deflated, type MadeObject, makePdf, onePage } from './make-pdf.js'

type Objects = Readonly<Record<number, MadeObject>>

/** What is left out of a file, as an image and among the pages. */
function losses(objects: Objects): { readonly image: readonly string[]; readonly pages: readonly string[] } {
  const file = makePdf({ objects })
  return { image: importPage(file, 1, MOST).dropped, pages: inserted(file).document.dropped }
}

const LAYER = '/Resources << /Properties << /L 5 0 R >> >>'
const layered = (usual: string, content = '/OC /L BDC 0 0 9 9 re f EMC'): Objects => ({
  ...onePage(content, LAYER),
  1: `<< /Pages 2 0 R /OCProperties << /OCGs [5 0 R] /D << ${usual} >> >> >>`,
  5: '<< /Type /OCG /Name (L) >>',
})

t.test('layers that can no longer be switched are reported, and states that they have in print', async (t) => {
  const both = (dropped: readonly string[]) => ({ image: dropped, pages: dropped })
  t.same(losses(layered('')), both(['layers that can be switched']))
  t.same(losses(layered('/OFF [5 0 R]')), both(['layers that can be switched']))
  t.same(
    losses(layered('/AS [<< /Event /Print /OCGs [5 0 R] /Category [/Print] >>]')),
    both(['layers that can be switched', 'the state of layers in print']),
  )
  t.same(
    losses(layered('/AS [<< /Event /Print >>]', '0 g')),
    both([]),
    'on pages that have none there is nothing to lose',
  )
})

t.test('rendering intents are kept wherever they are', async (t) => {
  const objects = onePage(
    '/G gs /Perceptual ri /I Do',
    '/Resources << /ExtGState << /G << /RI /Saturation >> >> /XObject << /I 5 0 R >> >>',
    {
      5: deflated(
        '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Intent /AbsoluteColorimetric',
        'x',
      ),
    },
  )
  const page = importPage(makePdf({ objects }), 1, MOST)
  t.match(operatorsOf(page), '/Perceptual ri')
  const all = [...page.objects.values()].map(syntaxOf).join('\n')
  t.match(all, /\/RI \/Saturation/)
  t.match(all, '/Intent /AbsoluteColorimetric')
  t.same(page.dropped, [])
})

t.test('the press that inks are meant for is reported where something is painted with inks', async (t) => {
  const file = (content: string, channels: number): Objects => ({
    ...onePage(content),
    1: '<< /Pages 2 0 R /OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 5 0 R >>] >>',
    5: deflated(`/N ${channels}`, 'profile'),
  })
  const press = ['the press that its inks are meant for']
  t.same(losses(file('1 0 0 0 k 0 0 9 9 re f', 4)), { image: press, pages: press })
  t.same(losses(file('1 0 0 rg 0 0 9 9 re f', 4)).image, [])
  t.same(losses(file('1 0 0 rg 0 0 9 9 re f', 3)).image, [])
})

t.test('the windows of comments are reported', async (t) => {
  const { image, pages } = losses(
    onePage('', '/Annots [5 0 R 6 0 R]', {
      5: '<< /Subtype /Square /Rect [0 0 9 9] /Contents (why) /Popup 6 0 R /AP << /N 7 0 R >> >>',
      6: '<< /Subtype /Popup /Rect [0 0 9 9] /Parent 5 0 R /Open true >>',
      7: deflated('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 9 9 re f'),
    }),
  )
  t.same(image, ['the window of a comment'])
  t.same(pages, ['the window of a comment'])
})

t.test('an XFA form beside fields is reported; without pages of its own it is refused', async (t) => {
  const form = (more: string): Objects => ({
    ...onePage('', '/Annots [5 0 R]'),
    1: `<< /Pages 2 0 R /AcroForm << /Fields [5 0 R] /XFA [(template) 6 0 R] >> ${more} >>`,
    5: '<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (name) /AP << /N 7 0 R >> >>',
    6: deflated('', '<template/>'),
    7: deflated('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', ''),
  })
  t.same(losses(form('')), { image: ['the XFA form beside its fields'], pages: ['the XFA form beside its fields'] })
  t.throws(() => losses(form('/NeedsRendering true')), /XFA form, which has no pages of its own/)
})

t.test('elements that are nested too deep are reported, and their page is as one without any', async (t) => {
  const nested = (depth: number) => {
    const objects: Record<number, MadeObject> = {
      ...onePage('/P <</MCID 0>> BDC 0 0 9 9 re f EMC', '/StructParents 0'),
      1: '<< /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
      5: `<< /K 10 0 R /ParentTree << /Nums [0 [${9 + depth} 0 R]] >> >>`,
    }
    for (let i = 0; i < depth; i++) {
      const kid = i + 1 < depth ? `${11 + i} 0 R` : '0'
      objects[10 + i] = `<< /S /Div /P ${i === 0 ? 5 : 9 + i} 0 R /K ${kid} /Pg 3 0 R >>`
    }
    return inserted(makePdf({ objects })).document
  }
  const deep = nested(401)
  t.same(deep.dropped, ['elements that are nested more than 400 deep'])
  t.equal(deep.pages[0]?.isTagged, false)
  const fine = nested(400)
  t.same([fine.dropped, fine.pages[0]?.isTagged], [[], true])
})

t.test('what an image is in other places is reported', async (t) => {
  const image = (entry: string) =>
    losses(
      onePage('/I Do', '/Resources << /XObject << /I 5 0 R >> >>', {
        5: deflated(
          `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entry}`,
          'x',
        ),
      }),
    ).image
  t.same(image('/Alternates [<< /Image 5 0 R >>]'), ['another version of a picture'])
  t.same(image('/OPI << /2.0 << >> >>'), ['a place for a finer picture'])
  t.same(image('/Metadata 4 0 R /PieceInfo << >>'), [], 'notes of programs that made it are not missed')
})
