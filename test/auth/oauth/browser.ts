import request from 'supertest';
import type { Management } from '../../setup/management.js';

/** What an envelope holds, and what came with it. */
export interface Shown {
  status: number;
  body: { success: boolean; message: string; data: unknown; [extra: string]: unknown };
  cookies: string[];
  location: string | undefined;
}

/** A browser with cookies of its own, looking at the house. */
export class Browser {
  private readonly agent: ReturnType<typeof request.agent>;

  constructor(house: Management) {
    this.agent = request.agent(house.app.getHttpServer());
  }

  async get(
    path: string,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const response = await this.agent.get(path).query(query).set(headers);
    return {
      status: response.status,
      body: response.body,
      cookies: [response.get('set-cookie') ?? []].flat(),
      location: response.get('location'),
    };
  }

  /** Signs in with a password. */
  async signIn(username: string, password: string): Promise<number> {
    const response = await this.agent.post('/api/user/login').send({ username, password });
    return response.body.data.id;
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
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error(body.message);
  return Number(data.id);
}
