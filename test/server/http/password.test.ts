import t from 'tap'
import { hashPassword, verifyPassword } from '../../../server/http/password.js'

t.test('passwords', async (t) => {
  const hash = await hashPassword('correct horse')
  t.match(hash, /^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  t.not(await hashPassword('correct horse'), hash, 'salted')
  t.equal(await verifyPassword('correct horse', hash), true)
  t.equal(await verifyPassword('correct horses', hash), false)
  t.equal(await verifyPassword('u\u0308', await hashPassword('\u00fc')), true, 'however a keyboard composes letters')
  t.equal(await verifyPassword('x', 'none'), false)
})
