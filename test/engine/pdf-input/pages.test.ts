import t from 'tap'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import { MOST, operatorsOf, syntaxOf } from './imported.js'
import { deflated, type MadeObject, makePdf, onePage } from './make-pdf.js'

const pageOf = (objects: Readonly<Record<number, MadeObject>>, number = 1) =>
  importPage(makePdf({ objects }), number, MOST)
const NONE = { parts: [], stream: undefined }
const rootOf = (page: ReturnType<typeof pageOf>) => syntaxOf(page.objects.get(page.root) ?? NONE)
const form = '/Type /XObject /Subtype /Form /BBox [0 0 10 10]'

t.test('the size of a page is that of its crop box, turned and enlarged as it says', async (t) => {
  const page = pageOf(onePage('', '/CropBox [10 20 70 1000] /Rotate 90 /UserUnit 2'))
  t.equal(page.width, (180 * 2 * 96) / 72)
  t.equal(page.height, (60 * 2 * 96) / 72)
  t.match(rootOf(page), /\/BBox \[10 20 70 200 \]/)
  t.match(rootOf(page), /\/Matrix \[0 2\.66666667 2\.66666667 0 -53\.33333333 -26\.66666667 \]/)
  const matrices = [0, 90, 180, 270, -90, 450].map((turn) => {
    const { root, objects } = pageOf(onePage('', `/Rotate ${turn} /UserUnit 0.75`))
    return /\/Matrix \[(.*?) \]/.exec(syntaxOf(objects.get(root) ?? NONE))?.[1]
  })
  t.same(matrices, [
    '1 0 0 -1 0 200',
    '0 1 1 0 0 0',
    '-1 0 0 1 100 0',
    '0 -1 -1 0 200 100',
    '0 -1 -1 0 200 100',
    '0 1 1 0 0 0',
  ])
})

t.test('boxes, turns and resources come from the nodes above, and corners in any order', async (t) => {
  const page = pageOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [5 0 R] /MediaBox [90 60 0 0] /Resources << /ExtGState << /A << /ca 0.5 >> >> >> >>',
    5: '<< /Type /Pages /Kids [3 0 R] /Rotate 90 >>',
    3: '<< /Type /Page /Contents 4 0 R >>',
    4: deflated('', '/A gs'),
  })
  t.same([page.width, page.height], [80, 120])
  t.match(rootOf(page), /\/ExtGState <<\/A <<\/ca 0\.5/)
})

t.test('a page without contents is blank, and one in pieces is whole', async (t) => {
  t.equal(operatorsOf(pageOf({ ...onePage(''), 3: '<< /Type /Page /MediaBox [0 0 9 9] >>' })), '')
  const pieces = {
    ...onePage(''),
    3: '<< /Type /Page /Contents [4 0 R 5 0 R] >>',
    4: deflated('', '1 0 0'),
    5: deflated('', 'rg'),
  }
  t.equal(operatorsOf(pageOf(pieces)), '1 0 0 rg')
})

t.test('the transparency group of a page stays', async (t) => {
  t.match(
    rootOf(pageOf(onePage('', '/Group << /S /Transparency /CS /DeviceRGB /I true >>'))),
    /\/Group <<\/S \/Transparency/,
  )
})

t.test('marks are taken out, of the page and of forms in it, and numbers of another structure', async (t) => {
  const page = pageOf(
    onePage(
      '/P << /MCID 0 >> BDC 0 g /X Do EMC /Artifact BMC EMC /A MP /B << >> DP',
      '/StructParents 3 /Resources << /XObject << /X 5 0 R >> >>',
      {
        5: deflated(`${form} /StructParents 4`, '/Span << /MCID 1 >> BDC (EMC) Tj EMC'),
      },
    ),
  )
  t.equal(operatorsOf(page), '0 g /X Do')
  t.equal(operatorsOf(page, '5 of page 1'), '(EMC) Tj')
  t.notMatch([...page.objects.values()].map(syntaxOf).join(), /StructParent/)
})

t.test('inline images are no operators', async (t) => {
  const image = 'BI /W 2 /H 1 /BPC 8 /CS /G ID \x01 EMC EI \x80\n EI'
  const page = pageOf(onePage(`/P BMC q ${image} Q EMC 1 g`))
  t.equal(operatorsOf(page), `q ${image} Q 1 g`.replace(/\s+/g, ' '))
})

t.test('states are restored as often as they are saved', async (t) => {
  t.equal(operatorsOf(pageOf(onePage('Q q 1 g'))), 'q 1 g Q')
})

t.test('layers that are off are not painted, and leave the state as it would be', async (t) => {
  const layers = (usual: string, content: string, properties: string) =>
    pageOf({
      ...onePage(content, `/Resources << /Properties << ${properties} >> /XObject << /X 7 0 R >> >>`, {
        5: '<< /Type /OCG /Name (a) >>',
        6: '<< /Type /OCG /Name (b) >>',
        7: deflated(`${form} /OC 5 0 R`, '0 0 1 1 re f'),
      }),
      1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [5 0 R 6 0 R] /D << ${usual} >> >> >>`,
    })
  const content = "/OC /A BDC 1 g 0 0 9 9 re f BT (x) Tj (y) ' ET EMC /OC /B BDC 2 w EMC 0 0 1 1 re S"
  const off = layers('/OFF [5 0 R]', content, '/A 5 0 R /B 6 0 R')
  t.equal(operatorsOf(off), '1 g 0 0 9 9 re n BT T* ET 2 w 0 0 1 1 re S')
  t.equal(operatorsOf(layers('', content, '/A 5 0 R')), "1 g 0 0 9 9 re f BT (x) Tj (y) ' ET 2 w 0 0 1 1 re S")
  t.match(operatorsOf(layers('/BaseState /OFF /ON [6 0 R]', content, '/A 5 0 R /B 6 0 R')), /re n .*re S$/)
  const member = (rule: string) =>
    operatorsOf(layers('/OFF [5 0 R]', '/OC /M BDC 0 0 1 1 re f EMC', `/M << /Type /OCMD ${rule} >>`))
  t.match(member('/OCGs [5 0 R 6 0 R]'), /f$/, 'any is on')
  t.match(member('/OCGs [5 0 R 6 0 R] /P /AllOn'), /n$/)
  t.match(member('/OCGs 5 0 R'), /n$/)
  t.match(member('/OCGs 5 0 R /P /AllOff'), /f$/)
  t.match(member('/VE [/Not 5 0 R]'), /f$/)
  t.match(member('/VE [/And [/Or 5 0 R 6 0 R] 5 0 R]'), /n$/)
  const hidden = layers('/OFF [5 0 R]', '/X Do', '')
  t.equal(operatorsOf(hidden, '7'), 'none', 'a form on a layer')
  t.notMatch([...hidden.objects.values()].map(syntaxOf).join(), /OCG/)
})

t.test('appearances of annotations and fields are painted after the page', async (t) => {
  const page = pageOf(
    onePage('q 1 g', '/Annots [5 0 R 6 0 R 7 0 R 10 0 R] /Resources << /XObject << /Annotation0 8 0 R >> >>', {
      5: '<< /Type /Annot /Subtype /Stamp /Rect [10 10 30 20] /AP << /N 8 0 R >> >>',
      6: '<< /Type /Annot /Subtype /Widget /FT /Btn /AS /On /Rect [0 0 10 10] /AP << /N << /On 9 0 R /Off 8 0 R >> >> >>',
      7: '<< /Type /Annot /Subtype /Stamp /F 2 /Rect [10 10 30 20] /AP << /N 8 0 R >> >>',
      8: deflated(form, '0 0 1 1 re f'),
      9: deflated(`${form} /Matrix [0 1 -1 0 10 0]`, '0 0 2 2 re f'),
      10: '<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 10 10] >>',
    }),
  )
  t.equal(
    operatorsOf(page),
    'q q 1 g Q Q q 2.000000 0.000000 0.000000 1.000000 10.000000 10.000000 cm /Annotation1 Do Q ' +
      'q 1.000000 0.000000 0.000000 1.000000 0.000000 0.000000 cm /Annotation2 Do Q',
  )
  t.match(rootOf(page), /\/Annotation1 \{8 of page 1\}\n\/Annotation2 \{9 of page 1\}/)
  t.same(page.dropped, ['a field that has no appearance'])
})

t.test('links to addresses are kept with their places', async (t) => {
  const page = pageOf(
    onePage(
      '',
      '/Annots [<< /Subtype /Link /Rect [0 150 30 180] /A << /S /URI /URI (https://example.com/) >> >> << /Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit] >>]',
    ),
  )
  t.equal(page.links[0]?.address, 'https://example.com/')
  const { x, y, width, height } = page.links[0]?.area ?? { x: 0, y: 0, width: 0, height: 0 }
  t.same([x, y, width, height].map(Math.round), [0, 27, 40, 40])
  t.same(page.dropped, ['a link within its file'])
})

t.test('values that a file leaves to readers to paint are told', async (t) => {
  const page = pageOf({
    ...onePage(
      '',
      '/Annots [<< /Subtype /Widget /Parent << /FT /Tx /V (Ada) >> /Rect [0 0 9 9] /AP << /N 5 0 R >> >>]',
      {
        5: deflated(form, '/Tx BMC EMC'),
      },
    ),
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /NeedAppearances true >> >>',
  })
  t.same(page.dropped, ['the value of a field, which the file leaves to readers to paint'])
})

t.test('what a file does, holds or proves is left out and told', async (t) => {
  const page = pageOf({
    ...onePage('', '/Annots [5 0 R 6 0 R 7 0 R 8 0 R] /AA << >>', {
      5: '<< /Subtype /RichMedia /Rect [0 0 9 9] >>',
      6: '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (x.exe) >> >>',
      7: '<< /Subtype /Link /Rect [0 0 9 9] /A << /S /JavaScript /JS (x) >> >>',
      8: '<< /Subtype /Widget /Parent << /FT /Sig >> /Rect [0 0 0 0] >>',
    }),
    1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript >> /Names << /EmbeddedFiles << >> /JavaScript << >> >> >>',
  })
  t.same([...page.dropped].sort(), [
    'a comment that has no appearance',
    'a film or the like',
    'a script',
    'a signature',
    'an action that runs when it is opened',
    'an action that starts a program',
    'an attached file',
  ])
})

t.test('a file may open on a certain page without anything being left out', async (t) => {
  const opens = { ...onePage(''), 1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>' }
  t.same(pageOf(opens).dropped, [])
})

t.test('only what a page needs is copied, and nothing of the document around it', async (t) => {
  const page = pageOf(
    onePage('/F 9 Tf', '/Resources << /Font << /F 5 0 R /G 6 0 R >> >>', {
      5: '<< /Type /Font /Subtype /Type3 /Page 3 0 R /Back 5 0 R /CharProcs 7 0 R >>',
      6: '<< /Type /Font /Subtype /Type1 >>',
      7: '<< /a 8 0 R >>',
      8: deflated('', '1 0 d0'),
    }),
  )
  t.same([...page.objects.keys()].sort(), ['5', '7', '8', 'page 1'])
  t.match(syntaxOf(page.objects.get('5') ?? NONE), /\/Page null\n\/Back \{5\}/)
})

t.test('forms without resources have those of their page', async (t) => {
  const page = pageOf(
    onePage('/X Do', '/Resources << /XObject << /X 5 0 R >> /Font << /F 6 0 R >> >>', {
      5: deflated(form, 'BT /F 9 Tf ET'),
      6: '<< /Type /Font /Subtype /Type3 >>',
    }),
  )
  t.match(syntaxOf(page.objects.get('5 of page 1') ?? NONE), /\/Font <<\/F \{6\}/)
})

t.test('names, strings and numbers are written as they were read', async (t) => {
  const page = pageOf(
    onePage(
      '/A#20B gs',
      '/Resources << /ExtGState << /A#20B << /N /x#2Fy /S (a\\)\\101\\n) /H <0aF> /R -.0005 /T true /U null >> >> >>',
    ),
  )
  t.match(rootOf(page), /\/A#20B <<\/N \/x#2Fy\n\/S \(a\)A\n\)\n\/H \(\n\xf0\)\n\/R -0\.0005\n\/T true\n\/U null/)
})

t.test('the borders of links are painted', async (t) => {
  const shown = (link: string) => {
    const page = pageOf(
      onePage('0 g', `/Annots [<< /Subtype /Link /Rect [10 20 50 40] /A << /S /URI /URI (x) >> ${link} >>]`),
    )
    return operatorsOf(page)
  }
  t.equal(shown(''), 'q 0 g Q q 1 w 0 G 10.5 20.5 39 19 re S Q')
  t.equal(shown('/Border [0 0 2] /C [1 0 0]'), 'q 0 g Q q 2 w 1 0 0 RG 11 21 38 18 re S Q')
  t.equal(shown('/Border [0 0 1 [2 1]]'), 'q 0 g Q q 1 w [2 1] 0 d 0 G 10.5 20.5 39 19 re S Q')
  t.equal(shown('/BS << /W 2 /S /U >> /C [0.5]'), 'q 0 g Q q 2 w 0.5 G 11 21 m 49 21 l S Q')
  t.equal(shown('/BS << /S /D >>'), 'q 0 g Q q 1 w [3] 0 d 0 G 10.5 20.5 39 19 re S Q')
  for (const none of ['/Border [0 0 0]', '/C []', '/BS << /W 0 >>', '/F 2', '/Border [0 0 99]', '/Border [0 0 -1]'])
    t.equal(shown(none), '0 g', none)
  const { faults } = pageOf(onePage('', '/Annots [<< /Subtype /Link /Rect [10 20 50 40] /C [0 0 0 1] >>]'))
  t.match(faults, [{ kind: 'inks' }])
})

t.test('resources may have the names of entries that are left out', async (t) => {
  const page = pageOf(
    onePage('/OC Do /AA gs', '/Resources << /XObject << /OC 5 0 R >> /ExtGState << /AA << /ca 0.5 /AF [1] >> >> >>', {
      5: deflated(form, '0 g'),
    }),
  )
  t.match(rootOf(page), /\/XObject <<\/OC \{5 of page 1\}\n>>/)
  t.match(rootOf(page), /\/ExtGState <<\/AA <<\/ca 0\.5\n>>\n>>/)
})
