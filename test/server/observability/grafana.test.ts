import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder, type Teardown } from '../folder.js'
import { freePort } from '../free-port.js'
import { send } from '../http/request.js'
import { startOwnService } from '../service.js'
import { until } from '../until.js'

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

const FILE = new URL('../../../../server/observability/grafana-dashboard.json', import.meta.url)
const dashboard: Dashboard = JSON.parse(readFileSync(FILE, 'utf8'))
const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))

/** A service that has made a document in each way, and what it measures. */
async function startMeasured(t: Teardown) {
  const service = await startOwnService(t)
  await service.addTemplate('letter', 'letter')
  await service.generate('letter', '{}')
  const { json } = await service.generateLater('letter', '{}')
  await service.finished((json as { request_id: string }).request_id)
  return service
}

t.test('the queries of the dashboard are about metrics and labels that there are', async (t) => {
  const service = await startMeasured(t)
  const metrics = (await send(`${service.url}/metrics`)).bytes.toString()
  const families = new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const asked = new Set<string>()
  for (const { title, expr } of queries) {
    for (const [name] of expr.matchAll(/platen_\w+/g)) {
      asked.add(name.replace(/_(?:bucket|sum|count)$/, ''))
      t.ok(families.has(name.replace(/_(?:bucket|sum|count)$/, '')), `${title}: ${name}`)
    }
  }
  const own = [...families].filter((name) => !/^platen_(?:process_(?!memory)|nodejs_)/.test(name ?? ''))
  t.same(
    own.filter((name) => !asked.has(name ?? '')),
    [],
    'and about all of ours',
  )
})

t.test('Prometheus answers the queries of the dashboard', async (t) => {
  if (spawnSync('prometheus', ['--version']).error) {
    t.comment('there is no prometheus: only the names of the metrics were looked at')
    return
  }
  const service = await startMeasured(t)
  const prometheus = await startPrometheus(t, new URL(service.url).host)
  const ask = async (expr: string) => {
    const query = encodeURIComponent(expr.replaceAll('$__rate_interval', '1m'))
    return (await send(`${prometheus}/api/v1/query?query=${query}`)).json as {
      readonly status: string
      readonly data?: { readonly result: readonly unknown[] }
    }
  }
  // A rate needs two looks.
  await until(async () => ((await ask('count_over_time(platen_database_up[1m]) > 1')).data?.result.length ?? 0) > 0)
  for (const { title, expr } of queries) {
    const { status, data } = await ask(expr)
    t.equal(status, 'success', `${title}: ${expr}`)
    // Nothing waits, nobody has gone away, no webhook was called, and no process was replaced.
    const mayBeEmpty = /by_organization|aborted|webhook_attempt|replaced/.test(expr)
    if (!mayBeEmpty) t.ok((data?.result.length ?? 0) > 0, `${title} shows something`)
  }
})

/** A Prometheus that looks at a service every second. @returns where it answers */
async function startPrometheus(t: Teardown, target: string): Promise<string> {
  const folder = makeFolder(t)
  const config = join(folder, 'prometheus.yml')
  writeFileSync(
    config,
    `global: { scrape_interval: 1s }\nscrape_configs: [{ job_name: platen, static_configs: [{ targets: ['${target}'] }] }]\n`,
  )
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  t.teardown(() => {
    child.kill('SIGKILL')
    return ended
  })
  const url = `http://${address}`
  await until(async () => {
    try {
      return (await send(`${url}/-/ready`)).status === 200
    } catch {
      // It does not listen yet.
      return false
    }
  })
  return url
}
