import { bundleModules } from '../../server/build/bundle-modules.js'

/** Bundles the service as tests start it: its processes, of which there are hundreds, start in half the time. */

await bundleModules({ child: 'test/server/child.js', 'fake-worker': 'test/server/fake-worker.js' }, 'test/bundle')
