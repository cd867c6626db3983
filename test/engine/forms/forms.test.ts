import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { FieldNames } from '../../../engine/forms/field-names.js'
import {
  compileTemplate,
  createFontLibrary,
  type RenderOptions,
  renderDocument,
  StandardError,
} from '../../../engine/index.js'
import { runTool } from '../pdf/pdf-tools.js'
import { follow, type PdfObject, pageContents, pageText, readObjects } from '../pdf/read-pdf.js'
import { markFaults } from '../pdf/read-structure.js'

const fonts = createFontLibrary()

function render(html: string, options: RenderOptions = {}) {
  const { pdf, diagnostics } = renderDocument(
    compileTemplate({ html }, { fonts }),
    {},
    { forms: true, date: new Date(0), ...options },
  )
  return { pdf, objects: readObjects(pdf), codes: diagnostics.map(({ code }) => code) }
}

/** The dictionaries of fields, widgets and groups that have a name, in one line each. */
function fieldsOf(objects: ReadonlyMap<number, PdfObject>): readonly string[] {
  return [...objects.values()]
    .filter(({ value }) => /\/T \(/.test(value))
    .map(({ value }) => value.replaceAll('\n', ' '))
}

function fieldOf(html: string): string {
  const { objects, codes } = render(html)
  t.same(codes, [])
  const fields = fieldsOf(objects)
  t.equal(fields.length, 1)
  return fields[0] ?? ''
}

function widgetsOf(objects: ReadonlyMap<number, PdfObject>): readonly PdfObject[] {
  return [...objects.values()].filter(({ value }) => value.includes('/Subtype /Widget'))
}

t.test('without the option there are no fields, and nothing else changes', async (t) => {
  const html = '<p>Name <input name=a title=Name value=Ada> and <input type=checkbox name=b title=Sure>'
  const { pdf } = render(html, { forms: false })
  t.same(pdf, render(html, { forms: undefined }).pdf)
  t.notMatch([...readObjects(pdf).values()].map(({ value }) => value).join(), /AcroForm|Widget/)
  t.match(pageText(pdf, 1), /^Name\s+Ada\s/)
})

t.test('the template may ask for fields, and a rendering may say otherwise', async (t) => {
  const template = compileTemplate({ html: '<input name=a title=A>', forms: true }, { fonts })
  const hasForm = (options: RenderOptions) =>
    [...readObjects(renderDocument(template, {}, options).pdf).values()].some(({ value }) => value.includes('AcroForm'))
  t.equal(hasForm({}), true)
  t.equal(hasForm({ forms: false }), false)
  const wrong = { forms: 'yes' } as unknown as RenderOptions
  t.throws(() => renderDocument(template, {}, wrong), new TypeError('platen: options.forms must be true or false'))
})

t.test('a field has the name, value, label and limits of its control', async (t) => {
  const text = fieldOf('<input name=a title="Full name" value=Ada maxlength=40 required style="text-align:right">')
  t.match(text, '/FT /Tx')
  t.match(text, '/T (a)')
  t.match(text, '/TU (Full name)')
  t.match(text, '/V (Ada)')
  t.match(text, '/MaxLen 40')
  t.match(text, /\/Ff 2 /)
  t.match(text, /\/DA \(\/F\d+ 10 Tf 0 0 0 rg\)/)
  t.match(text, '/Q 2')
  t.match(
    fieldOf('<label>Notes <textarea name=a readonly>\nb\n(c)</textarea></label>'),
    /\/TU \(Notes\).*\/Ff 4097 .*\/V \(b\\n\\\(c\\\)\)/,
  )
  t.match(
    fieldOf('<label for=x>Day</label><input id=x type=date value=2026-01-31>'),
    /\/T \(x\).*\/TU \(Day\).*\/V \(01\/31\/2026\)/,
    'a date as the page shows it',
  )
  t.match(fieldOf('<fieldset disabled><input name=a aria-label=A></fieldset>'), /\/Ff 1 /)
})

t.test('a placeholder is seen and is no value, and a password is nowhere in the file', async (t) => {
  const empty = fieldOf('<input name=a placeholder="you@example.org">')
  t.notMatch(empty, '/V ')
  t.match(empty, '/TU (you@example.org)')
  const password = fieldOf('<input type=password name=a title=Password value=geheim>')
  t.match(password, '/Ff 8192')
  t.notMatch(password, '/V ')
})

t.test('lists have their options, and those that are chosen', async (t) => {
  const options = '<option value=de>Germany<option value=fr selected>France<optgroup label=x><option>Malta'
  t.match(
    fieldOf(`<select name=a title=A>${options}</select>`),
    '/Ff 131072 /FT /Ch /Opt [[(de) (Germany)] [(fr) (France)] (Malta)] /V (fr)',
  )
  t.match(fieldOf('<select name=a title=A><option>x<option>y</select>'), '/V (x)', 'a list that opens shows the first')
  const several = fieldOf('<select multiple name=a title=A><option selected>x<option>y<option selected>z</select>')
  t.match(several, '/Ff 2097152')
  t.match(several, '/V [(x) (z)] /I [0 2]')
  const box = fieldOf('<select size=2 name=a title=A><option>x<option selected>y</select>')
  t.notMatch(box, '/Ff', 'no list that opens')
  t.match(box, '/V (y) /I [1]')
  t.notMatch(
    fieldOf('<select size=2 name=a title=A><option>x<option>y</select>'),
    '/V ',
    'of a list box none is chosen',
  )
  t.match(fieldOf('<select size=1 name=a title=A><option>x</select>'), '/Ff 131072')
})

t.test('a check box has a look for each state', async (t) => {
  const { objects } = render(
    '<input type=checkbox name=a title=A value="ja, gern"><input type=checkbox name=b title=B checked>',
  )
  const [first = '', second = ''] = fieldsOf(objects)
  t.match(first, /\/AP << \/N << \/ja#2C#20gern \d+ 0 R \/Off \d+ 0 R >> >> \/AS \/Off/)
  t.match(first, '/FT /Btn /V /Off')
  t.match(second, /\/N << \/on \d+ 0 R \/Off \d+ 0 R >> >> \/AS \/on/)
  t.match(second, '/V /on')
})

t.test('radio buttons of one name and form are one field', async (t) => {
  const { objects, codes } = render(`<form><fieldset><legend>Colour</legend>
    <label><input type=radio name=c value=red> Red</label> <label><input type=radio name=c value=green checked> Green</label>
    <label><input type=radio name=c value=green> Other green</label></fieldset></form>
    <form><input type=radio name=c title=Else></form>`)
  t.same(codes, ['field-name-taken'])
  const [group = '', other = ''] = fieldsOf(objects)
  t.match(group, '/T (c) /TU (Colour) /Ff 49152 /FT /Btn /V /green')
  t.match(group, /\/Kids \[\d+ 0 R \d+ 0 R \d+ 0 R\]/)
  t.match(other, '/T (c-2)')
  const states = widgetsOf(objects).map(
    ({ value }) => `${/\/TU \((.*)\)/.exec(value)?.[1]} ${/\/AS \/(\S+)/.exec(value)?.[1]}`,
  )
  t.same(states, ['Red Off', 'Green green', 'Other green Off', 'Else Off'])
})

t.test('a line of text has no breaks', async (t) => {
  const field = fieldOf('<input name=a title=A value="one&#10;two&#13;&#10;three">')
  t.match(field, '/V (onetwothree)')
})

t.test('radio buttons whose values are alike as names are not on together', async (t) => {
  const long = 'é'.repeat(60)
  const values = ['', '.', 'Off', 'Off.2', `${long}1`, `${long}2`]
  const { objects } = render(values.map((value) => `<input type=radio name=a title=A value="${value}">`).join(''))
  const looks = widgetsOf(objects).map(({ value }) => /\/N\s+<<\s+\/(\S+)/.exec(value)?.[1])
  t.equal(looks.length, values.length)
  t.notOk(looks.includes(undefined))
  t.equal(new Set(looks).size, values.length)
})

t.test('names are paths, and each is there once', async (t) => {
  const { objects, codes } = render(`<input name=a.b.c title=1><input name=a.b.d title=2><input name=a title=3>
    <input name=a.b.c title=4><input name=.x title=5><input title=6><input name=e title=7><input name=e.f title=8>`)
  t.same(codes, [...Array(3).fill('field-name-taken'), 'unnamed-field', 'field-name-taken'])
  const named = (name: string) => fieldsOf(objects).filter((field) => field.includes(`/T (${name}) `))
  for (const name of ['b', 'c', 'd', 'a-2', 'c-2', '_x', 'field-1', 'e', 'e_f']) t.equal(named(name).length, 1, name)
  const form = [...objects.values()].find(({ value }) => value.includes('/AcroForm'))?.value ?? ''
  t.equal(form.match(/\/Fields \[(.*?)\]/)?.[1]?.match(/R/g)?.length, 6)
})

t.test('many fields of one name are named without asking twice for the same', async (t) => {
  const names = new FieldNames()
  const taken = Array.from({ length: 20_000 }, () => names.take('row.amount'))
  t.equal(new Set(taken).size, 20_000)
  t.equal(taken.at(-1), 'row.amount-20000')
  t.equal(names.take('row'), 'row-2', 'a group is no field')
})

t.test('a name of very many parts is no path, and a message shows no more than the beginning of a name', async (t) => {
  const names = new FieldNames()
  const path = 'a.'.repeat(300_000)
  t.equal(names.take(`${path}a`), `${path}a`.replaceAll('.', '_'))
  t.equal(names.take('b.'.repeat(31).concat('b')), 'b.'.repeat(31).concat('b'))
  const { diagnostics } = renderDocument(
    compileTemplate({ html: `<input title=1 name=${path}a>` }, { fonts }),
    {},
    { forms: true },
  )
  t.ok(diagnostics.every(({ message }) => message.length < 1_000))
})

t.test('fields without name or label are reported, and under PDF/UA no label is a fault', async (t) => {
  t.same(render('<input>').codes, ['unnamed-field', 'unlabelled-field'])
  const html = '<html lang=en><title>x</title><p><input name=a>'
  try {
    render(html, { standard: 'pdf/ua-1' })
    t.fail('a field without a label to be refused')
  } catch (error) {
    if (!(error instanceof StandardError)) throw error
    t.same(
      error.diagnostics.map(({ code, severity }) => `${severity} ${code}`),
      ['error unlabelled-field'],
    )
  }
  t.doesNotThrow(() => render(html.replace('name=a', 'name=a title=A'), { standard: ['pdf/ua-1', 'pdf/a-2a'] }))
})

t.test('buttons, and what is hidden or repeated, are no fields', async (t) => {
  const html = `<input type=submit><button>x</button><input type=hidden name=h><input name=i title=I style="visibility:hidden">
    <input name=n title=N style="display:none"><p aria-hidden=true><input name=o title=O></p>`
  t.equal(widgetsOf(render(html).objects).length, 0)
  const rows = Array.from({ length: 200 }, (_, row) => `<tr><td>${row}`).join('')
  const table = `<table><thead><tr><th><input name=a title=A></thead>${rows}</table>`
  const { objects, pdf } = render(table)
  t.ok(pageContents(pdf).length > 2)
  t.equal(widgetsOf(objects).length, 1, 'on the first page, as in the structure')
})

t.test('what can be filled in stands where the control is painted', async (t) => {
  const page =
    '<style>@page{size:400px;margin:0}body{margin:0}input{box-sizing:border-box;height:20px;width:100px}</style>'
  const rectOf = (html: string) => {
    const [widget] = widgetsOf(render(`${page}${html}`).objects)
    return /\/Rect \[(.*?)\]/.exec(widget?.value ?? '')?.[1]
  }
  const field = 'name=a title=A'
  t.equal(rectOf(`<input ${field} style="display:block">`), '0.75 285.75 74.25 299.25', 'within its border')
  t.equal(rectOf(`<div style="display:flex;padding:100px 0 0 8px"><input ${field}></div>`), '6.75 210.75 80.25 224.25')
  t.equal(
    rectOf(
      `<div style="transform:translate(40px,40px) scale(2);transform-origin:0 0"><input ${field} style="display:block"></div>`,
    ),
    '31.5 241.5 178.5 268.5',
  )
  t.equal(
    rectOf(`<input ${field} style="position:absolute;left:40px;top:80px;opacity:.5">`),
    '30.75 225.75 104.25 239.25',
  )
  t.equal(rectOf(`<input ${field} style="float:right;border:0">`), '225 285 300 300')
})

t.test('the look of a field is what stands there without it, and takes what is typed', async (t) => {
  const { pdf, objects } = render('<p>Name <input name=a title=A value=Ada> !')
  t.equal(pageText(pdf, 1).replace(/\s+/g, ' ').trim(), 'Name !')
  const [widget] = widgetsOf(objects)
  const look = follow(objects, widget?.value ?? '', 'N')
  t.match(look.stream?.toString('latin1'), /^\/Tx BMC\n[\s\S]*BT\n[\s\S]*TJ\nET\n[\s\S]*EMC\n$/)
  const maps = [...objects.values()].map(({ stream }) => stream?.toString('latin1') ?? '')
  t.ok(
    maps.some((map) => /beginbf/.test(map) && /<00fc>/i.test(map)),
    'letters that are not shown can be typed',
  )
})

t.test('a field stands in the structure between the text before and behind it', async (t) => {
  const html =
    '<p>Name <input name=a title="Full name" style="border:0;background:none"> please.<ul><li><label><input type=checkbox name=b> Yes</label></ul>'
  t.equal(
    dumpDocument(compileTemplate({ html }, { fonts }), {}, 'tags', { forms: true }),
    `Document
  P
    "Name "
    Form
      "Full name (text a)"
    " please."
  L numbering=Disc
    LI
      Lbl
        "•"
      LBody
        Form
          "Yes (checkbox b)"
        " Yes"
`,
  )
  const { pdf, objects } = render(html)
  t.same(markFaults(pdf), [])
  const paragraph = [...objects.values()].find(({ value }) => value.startsWith('<</S/P/'))?.value ?? ''
  t.match(paragraph, /\/K\[0 \d+ 0 R 1\]/)
  const page = [...objects.values()].find(({ value }) => /\/Type \/Page\n/.test(value))?.value ?? ''
  t.match(page, '/Tabs /S')
})

t.test('a filter recolours a field with all of its looks, and its shadow is no second one', async (t) => {
  const within = (filter: string) => {
    const { objects, codes } = render(`<p style="filter: ${filter}"><input name=a title=A value=x style="color: #fff">
      <input type=checkbox checked name=b title=B>`)
    t.same(codes, [])
    const looks = [...objects.values()]
      .filter(({ value }) => value.includes('/Matrix [0.75 0 0 -0.75 '))
      .map(({ stream }) => /^\S+(?: \S+ \S+ rg| g)$/m.exec(stream?.toString('latin1') ?? '')?.[0])
    return { fields: fieldsOf(objects), widgets: widgetsOf(objects).length, looks }
  }
  const plain = within('none')
  t.match(plain, { widgets: 2, looks: ['1 g', '0 .4588 1 rg', '.4627 g'] })
  t.match(plain.fields[0], ' 1 1 1 rg) ')

  const inverted = within('invert(1)')
  t.match(inverted, { widgets: 2, looks: ['0 g', '1 .5412 0 rg', '.5373 g'] })
  t.match(inverted.fields[0], ' 0 0 0 rg) ', 'as what is typed')

  const shadowed = within('drop-shadow(2px 2px red)')
  t.match(shadowed, { widgets: 2, looks: plain.looks })
  t.match(shadowed.fields[0], ' 1 1 1 rg) ')
})

t.test('a field that is broken has a control on each page, and an element for each control', async (t) => {
  const html = '<style>@page{size:300px}</style><p>a <textarea name=a title=A style="height:700px"></textarea> b'
  const { objects, pdf } = render(html)
  const count = widgetsOf(objects).length
  t.equal(count, pageContents(pdf).length)
  t.ok(count > 1)
  const forms = [...objects.values()].filter(({ value }) => value.startsWith('<</S/Form'))
  t.same(
    forms.map(({ value }) => value.match(/OBJR/g)?.length),
    Array(count).fill(1),
  )
  const [field, ...others] = fieldsOf(objects)
  t.match(field, new RegExp(`/Kids \\[(\\d+ 0 R ?){${count}}\\]`))
  t.same(others, [])
})

t.test('another program finds the form of a long document', async (t) => {
  const rows = Array.from(
    { length: 60 },
    (_, row) => `<tr><td><input name="rows.${row}.amount" title="Amount ${row}" value="${row}">`,
  )
  const { pdf, objects } = render(`<table>${rows.join('')}</table>`)
  t.equal(widgetsOf(objects).length, 60)
  t.ok(pageContents(pdf).length > 1)
  const read = runTool('pdfinfo', ['-'], pdf)
  if (read) t.match(read.output, /^Form: +AcroForm$/m)
})

t.test('states are named in ASCII, with the values of the others beside them', async (t) => {
  const { objects } = render(
    '<form><input type=radio name=s title=S value="Größe 1" checked><input type=radio name=s title=S value=M></form><input type=checkbox name=c title=C value="日本">',
  )
  const [group = '', box = ''] = fieldsOf(objects)
  const utf16 = (text: string) => `\xfe\xff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`
  t.match(group, `/FT /Btn /V /0 /Opt [(${utf16('Größe 1')}) (M)]`)
  t.match(box, `/V /Off /Opt [(${utf16('日本')})]`)
  t.match(box, /\/AP << \/N << \/0 \d+ 0 R \/Off \d+ 0 R >> >> \/AS \/Off/)
  const looks = widgetsOf(objects).map(({ value }) => /\/N\s+<<\s+\/(\S+)/.exec(value)?.[1])
  t.same(looks, ['0', '1', '0'])
})
