import { type DashboardRoute, found, route } from '../route.js'

/** A file of the build, under an address that changes with it. */
export const GET_ASSET: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/assets/{name}',
  least: 'anyone',
  handle({ params, acceptsBrotli }, { assets }) {
    const { type, bytes, compressed } = found(assets.find(params.name ?? ''))
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }
    return acceptsBrotli && compressed
      ? { kind: 'content', type, content: compressed, headers: { ...headers, 'Content-Encoding': 'br' } }
      : { kind: 'content', type, content: bytes, headers }
  },
})
