import { type DashboardRoute, found, route } from '../route.js'

/** A file of the build, under an address that changes with it. */
export const GET_ASSET: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/assets/{name}',
  least: 'anyone',
  handle({ params, coding }, { assets }) {
    const { type, bytes, compressed } = found(assets.find(params.name ?? ''))
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }
    const content = coding && compressed[coding]
    return content
      ? { kind: 'content', type, content, headers: { ...headers, 'Content-Encoding': coding } }
      : { kind: 'content', type, content: bytes, headers }
  },
})
