import { readFileSync } from 'node:fs'
import t from 'tap'
import { SETTING_NAMES, settingFault, TEMPLATE_SETTINGS } from '../../engine/base/template-settings.js'
import { compileTemplateFolder } from '../../engine/folder/compile-template-folder.js'
import { createFontLibrary } from '../../engine/index.js'

const fonts = createFontLibrary()

t.test('values of settings are checked by their record', async (t) => {
  const cases: readonly [name: keyof typeof TEMPLATE_SETTINGS, good: unknown, bad: unknown, fault: string][] = [
    ['pageSize', 'a4', 'a44', 'must be one of a3, a4, a5, letter, legal, tabloid (did you mean "a4"?)'],
    ['problems', 'refuse', 'refused', 'must be one of ignore, report, refuse (did you mean "refuse"?)'],
    ['forms', true, 'yes', 'must be true or false'],
    ['name', 'Invoice', ' ', 'must be a line such as "Invoice"'],
    ['fileName', 'a.pdf', 'a\nb', 'must be a line of at most 500 characters such as "invoice-{{number}}.pdf"'],
  ]
  for (const [name, good, bad, fault] of cases) {
    t.equal(settingFault(name, good), undefined, name)
    t.equal(settingFault(name, bad), fault, name)
  }
  t.equal(settingFault('standard', ['pdf/ua-1', 'pdf/a-3a']), undefined)
  t.match(settingFault('standard', 'pdf/ua1'), /^has no "pdf\/ua1" \(did you mean "pdf\/ua-1"\?\); there are/)
})

t.test('a member of template.json that is no setting is named, with the likely one and its place', async (t) => {
  const folder = t.testdir({
    good: { 'template.html': 'x', 'template.json': '{"$schema":"x","fileName":"x"}' },
    bad: { 'template.html': 'x', 'template.json': '{\n  "filename": "x"\n}' },
  })
  t.ok(compileTemplateFolder(`${folder}/good`, { fonts }).template)
  t.throws(() => compileTemplateFolder(`${folder}/bad`, { fonts }), {
    code: 'invalid-settings',
    message:
      /^template\.json:2:3: there is no setting "filename" \(did you mean "fileName"\?\); there are name, pageSize/,
  })
})

t.test('the guide explains every setting in the words of its record', async (t) => {
  const guide = readFileSync(new URL('../../../engine/docs/templates.md', import.meta.url), 'utf8')
  for (const name of SETTING_NAMES) {
    t.ok(guide.includes(`| \`${name}\` | ${TEMPLATE_SETTINGS[name].means}`), name)
  }
})
