import { Grants, Loopback, type ReceivedRequest, type Reply } from './loopback.js';

/** Somebody at GitHub. */
export interface GithubPerson {
  id: number;
  login: string;
  name?: string | null;
  /** What the public profile shows, verified or not. */
  email?: string;
  emails?: { email: string; primary: boolean; verified: boolean; visibility: null }[];
}

/** GitHub's OAuth web flow and the two calls of its API, after https://docs.github.com/en/apps/oauth-apps. */
export class GithubDouble {
  readonly grants = new Grants<GithubPerson>();
  private server!: Loopback;

  static async start(client: { id: string; secret: string }): Promise<GithubDouble> {
    const double = new GithubDouble();
    double.server = await Loopback.start((request) => double.answer(request, client));
    return double;
  }

  get address(): string {
    return this.server.address;
  }

  get requests(): ReceivedRequest[] {
    return this.server.requests;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(request: ReceivedRequest, client: { id: string; secret: string }): Reply {
    if (request.method === 'POST' && request.path === '/login/oauth/access_token')
      return this.token(request, client);
    const person = this.grants.bearer(request);
    if (person === undefined) return { status: 401, body: { message: 'Bad credentials' } };
    // GitHub's API turns away whoever does not say who they are.
    if (!request.headers['user-agent'])
      return { status: 403, body: 'Request forbidden by administrative rules.' };
    if (request.path === '/user') {
      const { id, login, name = null, email = null } = person;
      return {
        body: { id, node_id: 'x', login, name, email, type: 'User', avatar_url: 'https://a.example/1' },
      };
    }
    if (request.path === '/user/emails')
      return person.emails === undefined
        ? { status: 404, body: { message: 'Not Found' } }
        : { body: person.emails };
    return { status: 404, body: { message: 'Not Found' } };
  }

  private token({ form, headers }: ReceivedRequest, client: { id: string; secret: string }): Reply {
    const json = headers.accept?.includes('application/json') === true;
    const tokenReply = (fields: Record<string, string>): Reply =>
      json
        ? { body: fields }
        : { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return tokenReply({
        error: 'incorrect_client_credentials',
        error_description: 'The client_id is wrong.',
      });
    const token = this.grants.redeem(form.get('code'));
    return token === undefined
      ? tokenReply({
          error: 'bad_verification_code',
          error_description: 'The code passed is incorrect or expired.',
        })
      : tokenReply({ access_token: token, scope: 'user:email', token_type: 'bearer' });
  }
}
