import t from 'tap'
import { flag, html, toText } from '../../../server/dashboard/html.js'

t.test('texts are escaped between tags and in attributes', async (t) => {
  const hostile = `"><script>alert('1')</script>&amp;`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
  t.equal(toText(html`<p title="${hostile}">${hostile}</p>`), `<p title="${escaped}">${escaped}</p>`)
})

t.test('markup, lists, numbers and what is absent', async (t) => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  t.equal(toText(html`<ul>${items}</ul>${undefined}${false}${1}`), '<ul><li>a</li><li>&lt;b&gt;</li></ul>1')
  t.equal(toText(html`<input ${flag('checked', true)} ${flag('disabled', false)}>`), '<input checked >')
})

t.test('texts stand in quotes, or not in a tag at all', async (t) => {
  t.throws(() => html`<p ${'onclick=alert(1)'}>`, { message: /only markup/ })
  t.throws(() => html`<p class=${'a'}>`, { message: /quoted/ })
  t.throws(() => html`<${'script'}>`, { message: /quoted/ })
})
