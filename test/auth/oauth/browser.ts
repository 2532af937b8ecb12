import request from 'supertest';
import type { Management } from '../../setup/management.js';

/** What an envelope holds, and what came with it. */
export interface Shown {
  status: number;
  body: { success: boolean; message: string; data: unknown; [extra: string]: unknown };
  cookies: string[];
  location: string | undefined;
}

/** The answer to a call with a body. */
export interface Sent<T> {
  readonly status: number;
  readonly success: boolean;
  readonly data: T;
  readonly code?: string;
  readonly message: string;
}

/** A browser with cookies of its own, looking at the gateway. */
export class Browser {
  private readonly agent: ReturnType<typeof request.agent>;
  /** Who is signed in, as the console sends it with every call of a script. */
  private userId = -1;

  constructor(gateway: Management) {
    this.agent = request.agent(gateway.app.getHttpServer());
  }

  /** A call of a script of the console. */
  get(
    path: string,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const console = { 'new-api-user': String(this.userId), 'sec-fetch-dest': 'empty' };
    return this.open(path, query, { ...console, ...headers });
  }

  /** A request with the cookies and these headers only. */
  async open(
    path: string,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const response = await this.agent.get(path).query(query).set(headers);
    this.userId = idIn(response.body) ?? this.userId;
    return {
      status: response.status,
      body: response.body,
      cookies: [response.get('set-cookie') ?? []].flat(),
      location: response.get('location'),
    };
  }

  /** A call of a script of the console with a body. */
  async send<T = unknown>(
    method: 'post' | 'put' | 'delete',
    path: string,
    body: object = {},
    headers: Record<string, string> = {},
  ): Promise<Sent<T>> {
    const console = { 'new-api-user': String(this.userId), 'sec-fetch-dest': 'empty' };
    const response = await this.agent[method](path)
      .set({ ...console, ...headers })
      .send(body);
    // Answers about other things have ids too.
    if (path.includes('/login')) this.userId = idIn(response.body) ?? this.userId;
    const { success, data, code, message } = response.body;
    return { status: response.status, success, data, code, message };
  }

  post<T = unknown>(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Sent<T>> {
    return this.send<T>('post', path, body, headers);
  }

  /** Signs in with a password. */
  async signIn(username: string, password: string): Promise<number> {
    await this.post('/api/user/login', { username, password });
    return this.userId;
  }

  async state(query: Record<string, string> = {}): Promise<string> {
    const { body } = await this.get('/api/oauth/state', query);
    if (typeof body.data !== 'string') throw new Error(body.message);
    return body.data;
  }

  /** Begins and comes back from a provider. */
  async comeBack(provider: string, code: string, begin: Record<string, string> = {}): Promise<Shown> {
    return this.get(`/api/oauth/${provider}`, { code, state: await this.state(begin) });
  }
}

/** The id of whom an answer signed in. */
export function idOf({ body }: Shown): number {
  const id = idIn(body);
  if (id === undefined) throw new Error(body.message);
  return id;
}

function idIn({ data }: Partial<Shown['body']>): number | undefined {
  return typeof data === 'object' && data !== null && 'id' in data ? Number(data.id) : undefined;
}
