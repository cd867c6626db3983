import t from 'tap'
import { cacheFolder, isSafe } from '../../../server/build/compile-cache.js'

t.test('compiled code belongs among the caches of the user, where the platform has them', async (t) => {
  const linux = { platform: 'linux', env: {}, home: '/home/ada' } as const
  t.equal(cacheFolder(linux), '/home/ada/.cache/platen/compiled')
  t.equal(cacheFolder({ ...linux, env: { XDG_CACHE_HOME: '/var/cache/ada' } }), '/var/cache/ada/platen/compiled')
  t.equal(cacheFolder({ ...linux, platform: 'darwin' }), '/home/ada/Library/Caches/platen/compiled')
  t.equal(cacheFolder({ ...linux, platform: 'win32' }), '/home/ada/AppData/Local/platen/compiled')
  t.equal(
    cacheFolder({ ...linux, platform: 'win32', env: { LOCALAPPDATA: '/home/ada/local' } }),
    '/home/ada/local/platen/compiled',
  )
})

t.test('a folder that is not absolute would be another one wherever the program is called', async (t) => {
  const owner = { platform: 'linux', env: { XDG_CACHE_HOME: 'cache' }, home: '/home/ada' } as const
  t.equal(cacheFolder(owner), '/home/ada/.cache/platen/compiled')
  t.equal(cacheFolder({ ...owner, home: '' }), undefined)
  t.equal(cacheFolder({ platform: 'win32', env: { LOCALAPPDATA: 'local' }, home: '' }), undefined)
})

t.test('code comes from folders that nobody else can change', async (t) => {
  const ada = 1000
  const folder = 0o040_000
  t.equal(isSafe({ uid: ada, mode: folder | 0o700 }, ada), true)
  t.equal(isSafe({ uid: 0, mode: folder | 0o755 }, ada), true, 'root can anyway')
  t.equal(isSafe({ uid: 0, mode: folder | 0o1777 }, ada), true, 'nobody replaces the files of others in /tmp')
  t.equal(isSafe({ uid: ada, mode: folder | 0o777 }, ada), false)
  t.equal(isSafe({ uid: ada, mode: folder | 0o700 }, 0), false, 'the home of another user, with sudo')
  t.equal(isSafe({ uid: 1001, mode: folder | 0o755 }, ada), false)
})
