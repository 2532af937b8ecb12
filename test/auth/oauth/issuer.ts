import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** Somebody the issuer knows. */
export interface Person {
  name?: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
}

export const CLIENT = { id: 'client-id', secret: 'a secret of forty or so characters, hush' };
export const RETURN = 'http://console.example/oauth/oidc';

/** A certified OpenID provider (oidc-provider) on loopback. */
export class Issuer {
  readonly people = new Map<string, Person>();
  /** Requests that reached it, `METHOD path`. */
  readonly requests: string[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Issuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = new Issuer(server);
    const provider = new Provider(issuer.address, issuer.configuration());
    const handle = provider.callback();
    server.on('request', (request, response) => {
      issuer.requests.push(`${request.method} ${new URL(request.url ?? '/', issuer.address).pathname}`);
      void handle(request, response);
    });
    return issuer;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get wellKnown(): string {
    return `${this.address}/.well-known/openid-configuration`;
  }

  /** A browser signs in as somebody and agrees. @returns the query it comes back to the gateway with */
  async visit(url: string, person: string): Promise<Record<string, string>> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (let hops = 0; hops < 15; hops++) {
      const isInteraction = next.pathname.startsWith('/interaction/');
      const prompt = isInteraction ? await this.promptOf(next, cookies) : undefined;
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        ...(prompt === undefined
          ? {}
          : { method: 'POST', body: new URLSearchParams({ prompt, login: person, password: 'x' }) }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the issuer said ${response.status}: ${await response.text()}`);
      next = new URL(location, this.address);
      if (next.href.startsWith(RETURN)) return Object.fromEntries(next.searchParams);
    }
    throw new Error('the issuer sends its visitors in circles');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async promptOf(url: URL, cookies: Map<string, string>): Promise<string> {
    const page = await fetch(url, {
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    return (await page.text()).includes('value="login"') ? 'login' : 'consent';
  }

  private configuration(): Configuration {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
      cookies: { keys: ['keeps the cookies of the issuer'] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [RETURN],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      // Consoles that know nothing of it may come without.
      pkce: { required: () => false },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: async () => ({ sub, ...this.people.get(sub) }),
      }),
    };
  }
}
