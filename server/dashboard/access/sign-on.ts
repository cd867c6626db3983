import type { Configuration } from 'openid-client'
import type { Identity } from '../../storage/accounts/account-store.js'

/** The provider of sign-on that a service trusts (OpenID Connect), where it knows the service as a client. */
export interface SignOnSettings {
  /** The provider's address, under which its configuration is found. */
  readonly issuer: string
  readonly clientId: string
  /** A client without a secret is known by its addresses and PKCE alone. */
  readonly clientSecret: string | undefined
  /** The name people know it by: "Sign in with …". */
  readonly label: string
}

/** The state of a sign-on until the browser comes back from the provider. */
export interface SignOnFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the browser is led in the end. */
  readonly next: string
}

/** The provider cannot be reached, or answers with something else. The message is for the log. */
export class SignOnUnavailable extends Error {
  override readonly name = 'SignOnUnavailable'
}

/** The provider has refused, or what the browser brings back is not the provider's answer to this sign-on. */
export class SignOnRefused extends Error {
  override readonly name = 'SignOnRefused'
}

/** The provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 60

/** For each question to the provider. */
const TIMEOUT_SECONDS = 10

/** Loaded by who uses it. */
const loadClient = () => import('openid-client')

/**
 * Signs people in by a provider: the authorization code flow of OpenID Connect Core 1.0 §3.1 with PKCE (RFC 7636), state
 * and nonce.
 */
export class SignOn {
  readonly label: string
  readonly #settings: SignOnSettings
  #configuration: Promise<Configuration> | undefined

  constructor(settings: SignOnSettings) {
    this.#settings = settings
    this.label = settings.label
  }

  /**
   * Where the browser has to go, and what is to be kept until it comes back to `redirectUri`.
   *
   * @throws SignOnUnavailable
   */
  async begin(redirectUri: string, next: string): Promise<{ readonly url: string; readonly flow: SignOnFlow }> {
    const client = await loadClient()
    const configuration = await this.#configure()
    const flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      next,
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, flow }
  }

  /**
   * Who has come back, as the provider knows them.
   *
   * @param url the redirect URI with what the provider has added
   * @throws SignOnUnavailable, SignOnRefused
   */
  async finish(url: URL, { state, nonce, verifier }: SignOnFlow): Promise<Identity> {
    const client = await loadClient()
    const configuration = await this.#configure()
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new SignOnRefused('there is no ID token')
      const about =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      const { email } = about
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? email : undefined,
        isVerified: about.email_verified === true,
      }
    } catch (error) {
      throw isUnreachable(error) ? unavailable(error) : refused(error)
    }
  }

  /** The provider's configuration, which is asked for once it is needed, and again when it could not be had. */
  #configure(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#configuration = undefined
      throw unavailable(error)
    })
    return this.#configuration
  }

  async #discover(): Promise<Configuration> {
    const client = await loadClient()
    const { issuer, clientId, clientSecret } = this.#settings
    const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const execute = [
      // Signatures are looked at although the token comes from the provider itself.
      client.enableNonRepudiationChecks,
      // Settings allow that on this machine only.
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ]
    const options = { timeout: TIMEOUT_SECONDS, execute }
    const discovered = await client.discovery(new URL(issuer), clientId, metadata, client.None(), options)
    if (clientSecret === undefined) return discovered
    const server = discovered.serverMetadata()
    // The default of a provider that does not say it (OpenID Connect Discovery 1.0 §3).
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const configuration = new client.Configuration(server, clientId, metadata, authenticate(clientSecret))
    configuration.timeout = TIMEOUT_SECONDS
    for (const prepare of execute) prepare(configuration)
    return configuration
  }
}

/** No answer at all, or none in time. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

function unavailable(error: unknown): SignOnUnavailable {
  return new SignOnUnavailable(describe(error), { cause: error })
}

function refused(error: unknown): SignOnRefused {
  return error instanceof SignOnRefused ? error : new SignOnRefused(describe(error), { cause: error })
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
