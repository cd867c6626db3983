import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compileTemplate, renderDocument } from '../../engine/index.js'
import { wordsOf } from '../../server/cli/called-as.js'
import { fonts } from '../../server/cli/render-command.js'
import { makeDocument, readInput } from '../../server/cli/wkhtmltopdf/documents.js'
import { knownOption, OPTION_NAMES } from '../../server/cli/wkhtmltopdf/option-table.js'
import { paperNotices, paperOf } from '../../server/cli/wkhtmltopdf/paper.js'
import { parseWords } from '../../server/cli/wkhtmltopdf/parse-words.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const folder = makeFolder(t)
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const PAGE = file(
  'page.html',
  `<!DOCTYPE html><title>Bill &amp; Co</title><style>
    @page { size: a5; margin: 30mm } body { margin: 0; font: 16px/20px Liberation Sans }
    @media print { p { color: red } }</style><h1>First</h1><p>{{name}} {{#if x}}</p><h1 style="page-break-before:always">Second</h1>`,
)

function words(line: string): readonly string[] {
  return line.split(' ').filter((word) => word !== '')
}

/** The document that a command line makes of its first page, rendered. */
function rendered(line: string, stdin?: string) {
  const job = parseWords([...words(line), 'out.pdf'])
  const [object] = job.objects
  if (!object) throw new Error('no page')
  const input = readInput(object, stdin)
  const made = makeDocument(input, {
    job,
    fileTitle: input.title,
    now: new Date(2026, 10, 29, 8, 13, 18),
    numbers: undefined,
  })
  const template = compileTemplate(made.source, { fonts })
  return { ...renderDocument(template, {}, { map: true, date: new Date(0) }), notices: made.notices }
}

function boxOf(line: string, element: string, stdin?: string) {
  return rendered(line, stdin).map?.[0]?.boxes.find((box) => box.element === element)
}

/** The text of a PDF; undefined, so that less is checked, where there is no tool to read it. */
function textOf(pdf: Uint8Array): string | undefined {
  return runTool('pdftotext', ['-layout', '-', '-'], pdf)?.output.replaceAll(/[ \f]+/g, ' ')
}

t.test('the table has every option of 0.12.6 with its number of words', async (t) => {
  t.equal(OPTION_NAMES.length, 122)
  const counts = [0, 1, 2].map((count) => OPTION_NAMES.filter((name) => knownOption(name)?.words === count).length)
  t.same(counts, [58, 59, 5])
})

t.test('options for the file and for pages are read in their places, the last one counts', async (t) => {
  const job = parseWords(
    words(
      '-qOLandscape --page-size=A5 --footer-left all --zoom 2 cover c.html --zoom 1 toc page b.html --footer-left own -s Letter out.pdf',
    ).flatMap((word) => (word === '-qOLandscape' ? ['-qO', 'Landscape'] : [word])),
  )
  t.same(
    job.objects.map(({ kind, input, options }) => [
      kind,
      input,
      options.get('zoom')?.at(-1),
      options.get('footer-left')?.at(-1),
    ]),
    [
      ['cover', 'c.html', ['1'], ['all']],
      ['toc', '', ['2'], ['all']],
      ['page', 'b.html', ['2'], ['own']],
    ],
  )
  t.same([...job.file.keys()], ['quiet', 'orientation', 'page-size'])
  t.same(job.file.get('page-size'), [['A5'], ['Letter']])
  const switched = parseWords(words('--print-media-type a.html --no-print-media-type b.html c.html out.pdf'))
  t.same(
    switched.objects.map(({ options }) => options.has('print-media-type')),
    [true, true, true].map((_, index) => index !== 0),
  )
})

t.test('what cannot be done is refused with a reason, what does nothing is told of', async (t) => {
  const cases: readonly [line: string, message: RegExp][] = [
    ['--page-sise A4 a b', /^there is no option --page-sise \(did you mean "--page-size"\?\)$/],
    ['-x a b', /^there is no option -x/],
    ['--quiet=yes a b', /^--quiet takes no value$/],
    ['--cookie a b', /^a value is missing behind --cookie$|^the page is missing/],
    [
      '--run-script x a b',
      /^--run-script is not taken: scripts do not run: write into the page what the script would write$/,
    ],
    ['--post a b c d', /^--post is not taken: nothing is fetched from the network: save the answer/],
    ['a', /^the page is missing/],
    ['a --quiet', /^the name of the PDF is missing/],
    ['- - out.pdf', /^standard input can be read once/],
  ]
  for (const [line, message] of cases) t.throws(() => parseWords(words(line)), { message }, line)
  t.same(
    parseWords(words('--cookie session 1 --custom-header a b --javascript-delay 500 --dpi 300 a.html b.pdf')).notices,
    [
      '--cookie has no effect: nothing is fetched from the network',
      '--custom-header has no effect: nothing is fetched from the network',
    ],
  )
  t.throws(() => rendered('https://example.com/'), { message: /is an address, and nothing is fetched: save the page/ })
  t.throws(() => rendered(`--header-html http://x.y/h ${PAGE}`), { message: /^--header-html: .* is an address/ })
  t.throws(() => rendered('missing.html'), { message: 'missing.html: missing.html cannot be read (ENOENT)' })
})

t.test('paper: names in any case, lengths with units of their own, both sides or none', async (t) => {
  const paper = (line: string) => {
    const { width, height, margins } = paperOf(parseWords(words(`${line} a b`)).file)
    return [width, height, margins.top, margins.left].map((px) => Math.round(px * 0.75))
  }
  t.same(paper(''), [595, 842, 28, 28])
  t.same(paper('-s letter -O landscape'), [792, 612, 28, 28])
  t.same(paper('--page-size comm10e'), [297, 684, 28, 28])
  t.same(paper('--page-width 100 --page-height 5in -T 0.5in -L 20'), [283, 360, 36, 57])
  t.same(paper('--page-height 100'), [595, 842, 28, 28])
  t.same(paperNotices(parseWords(words('--page-height 100 a b')).file), [
    '--page-height has no effect alone: give --page-width and --page-height',
  ])
  t.throws(() => paper('-s A44'), { message: /^--page-size: there is no "A44" \(did you mean "A4"\?\); there are A0/ })
  t.throws(() => paper('-T wide'), { message: '--margin-top must be a length such as 10mm or 0.5in, not "wide"' })
})

t.test('sizes are those of the original', async (t) => {
  const box = (width: number, line = '') => {
    const found = boxOf(`${line} -`, 'div', `<body style="margin:0"><div style="width:${width}px;height:96px">x</div>`)
    return found && [found.width, found.height].map((points) => Math.round(points * 10) / 10)
  }
  t.same(box(96), [57.6, 57.6])
  t.same(box(96, '--disable-smart-shrinking'), [72, 72])
  t.same(box(96, '--zoom 1.25'), [72, 72])
  t.same(box(96, '--dpi 300'), [57.6, 57.6])
  t.equal(box(1300)?.[1], 39.8, 'wide content is shrunk until it fits')
  t.equal(box(2600)?.[1], 36, 'down to the half')
  t.equal(box(1300, '--disable-smart-shrinking')?.[1], 72)
  const query = (width: number) =>
    boxOf('-', 'div', `<style>div { width: 10px } @media (min-width: ${width}px) { div { width: 20px } }</style><div>`)
      ?.width
  t.equal(Math.round(query(897) ?? 0), 12, 'pages are 897 px wide')
  t.equal(Math.round(query(898) ?? 0), 6)
})

t.test('the page itself says nothing of paper, is no template, and is printed as on the screen', async (t) => {
  const { map, pdf, pages } = rendered(PAGE)
  t.equal(pages, 2)
  t.same([Math.round(map?.[0]?.width ?? 0), Math.round(map?.[0]?.boxes[0]?.x ?? 0)], [595, 29])
  t.match(textOf(pdf), /\{\{name\}\} \{\{#if x\}\}/)
  const red = (line: string) => rendered(line).map?.[0]?.boxes.find(({ element }) => element === 'p')?.rules.length ?? 0
  t.ok(red(`--print-media-type ${PAGE}`) > red(PAGE))
})

t.test('text headers have their variables in any case', async (t) => {
  const line =
    '--footer-center [page]/[toPage] --header-left [Section]|[date]|[nix]|[who] --replace who Ann --header-line'
  const text = textOf(rendered(`${line} ${PAGE}`).pdf)
  t.match(text, /^ ?First\|29 Nov 2026\|\[nix\]\|Ann/)
  t.match(text, /Second\|29 Nov 2026/)
  t.match(text, /1\/2/)
  t.match(text, /2\/2/)
})

t.test('header files are filled by class, hang over the margin, and make room for themselves', async (t) => {
  const script = `<script>function subst(){var v={},q=document.location.search.substring(1).split('&');
    for(var i in q){var z=q[i].split('=',2);v[z[0]]=unescape(z[1])}
    var x=document.getElementsByClassName('page');for(var j=0;j<x.length;++j)x[j].textContent=v['page']}</script>`
  const header = file(
    'header.html',
    `<!DOCTYPE html><head>${script}<style>body { margin: 0; padding: 0; color: green } .page { font-weight: bold }</style></head>
     <body onload="subst()"><div style="height:60px">Page <span class="page">?</span> of <span class=topage></span>, <i class=section></i></div>`,
  )
  const result = rendered(`--header-html ${header} ${PAGE}`)
  t.same(result.notices, [])
  const text = textOf(result.pdf)
  t.match(text, /Page 1 of 2, First/)
  t.match(text, /Page 2 of 2, Second/)
  t.equal(Math.round(result.map?.[0]?.boxes[0]?.y ?? 0), 36, '60 px at 0.8')
  const own = file(
    'own.html',
    '<script>if (page > 1) document.getElementById("x").style.display = "none"</script><p id=x>x',
  )
  t.match(rendered(`--header-html ${own} ${PAGE}`).notices, [/the script in .*own\.html does more than fill elements/])
})

t.test('outline and files beside the page', async (t) => {
  file('style.css', 'h1 { width: 100px }')
  const linked = file('linked.html', '<link rel=stylesheet href="style.css"><h1>A</h1>')
  const width = (line: string) => Math.round(boxOf(line, 'h1')?.width ?? 0)
  t.equal(width(linked), 60)
  t.not(width(`--disable-local-file-access ${linked}`), 60)
  t.equal(width(`--disable-local-file-access --allow ${folder} ${linked}`), 60)
  const absolute = `<link rel=stylesheet href="${join(folder, 'style.css')}"><h1>A</h1>`
  t.not(Math.round(boxOf('-', 'h1', absolute)?.width ?? 0), 60, 'a page on standard input has no folder')
  t.equal(Math.round(boxOf('--enable-local-file-access -', 'h1', absolute)?.width ?? 0), 60)
  t.equal(Math.round(boxOf('--enable-local-file-access -', 'h1', absolute.replace('"/', '"file:///'))?.width ?? 0), 60)
})

t.test('a link with the name answers as the program does', async (t) => {
  t.same(wordsOf(['node', '/usr/local/bin/wkhtmltopdf', '-q']), ['wkhtmltopdf', '-q'])
  t.same(wordsOf(['node', '/usr/local/bin/platen', 'render']), ['render'])
  const version = await platen(['wkhtmltopdf', '--version'])
  t.match(version.out, /^wkhtmltopdf 0\.12\.6 \(with patched qt\)\n/)
  symlinkSync(PAGE, join(folder, 'linked-page.html'))
  const quiet = await platen(
    [
      'wkhtmltopdf',
      '-q',
      '--cookie',
      'a',
      'b',
      '--page-offset',
      '4',
      '--footer-left',
      '[page] of [topage]',
      'cover',
      PAGE,
      PAGE,
      '-',
    ],
    { cwd: folder },
  )
  t.equal(quiet.err, '')
  t.equal(quiet.status, 0)
  t.equal(quiet.bytes.subarray(0, 5).toString(), '%PDF-')
  t.match(textOf(quiet.bytes), /7 of 8/)
  const failed = await platen(['wkhtmltopdf', 'none.html', 'kept.pdf'], { cwd: folder })
  t.equal(failed.status, 1)
  t.match(failed.err, /none\.html cannot be read/)
  t.throws(() => readFileSync(join(folder, 'kept.pdf')))
})
