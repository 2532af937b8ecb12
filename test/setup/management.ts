import './response-check.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Agent } from 'node:http';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { createApp, type AppOptions } from '../../server/app.js';
import { freshWorld, withoutConsole } from './fresh-databases.js';

/** The envelope of a management response. */
export interface Reply<T> {
  status: number;
  success: boolean;
  message: string;
  data: T;
  /** Members beside the three of the envelope. */
  extras: Record<string, unknown>;
}

/** A signed-in API client. */
export class Visitor {
  constructor(
    private readonly app: NestFastifyApplication,
    readonly id: number,
    private readonly cookie: string,
    /** Without it, each call opens and closes a connection. */
    private readonly connections: Agent,
  ) {}

  async call<T = unknown>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: object,
  ): Promise<Reply<T>> {
    const sent = request(this.app.getHttpServer())
      [method](path)
      .agent(this.connections)
      .set('cookie', this.cookie)
      .set('new-api-user', String(this.id));
    const response = await (body === undefined ? sent : sent.send(body));
    const { success, message, data, ...extras }: Omit<Reply<T>, 'status' | 'extras'> = response.body;
    return { status: response.status, success, message, data, extras };
  }

  /** The headers that the console sends with every request. */
  headers(): Record<string, string> {
    return { cookie: this.cookie, 'new-api-user': String(this.id) };
  }

  /** Navigates like a browser: with the session cookie, without the console's header. */
  open(path: string): request.Test {
    return request(this.app.getHttpServer()).get(path).set('cookie', this.cookie);
  }

  get<T>(path: string): Promise<Reply<T>> {
    return this.call<T>('get', path);
  }

  post<T>(path: string, body: object): Promise<Reply<T>> {
    return this.call<T>('post', path, body);
  }

  put<T>(path: string, body: object): Promise<Reply<T>> {
    return this.call<T>('put', path, body);
  }

  delete<T>(path: string): Promise<Reply<T>> {
    return this.call<T>('delete', path);
  }
}

/** The management API of a fresh installation, called over HTTP. */
export class Management {
  private readonly connections = new Agent({ keepAlive: true });

  private constructor(readonly app: NestFastifyApplication) {}

  static async start(options: AppOptions = {}): Promise<Management> {
    await freshWorld();
    const app = await createApp({ ...withoutConsole, ...options });
    // supertest opens and closes a server that does not listen for every single request.
    await app.listen(0, '127.0.0.1');
    return new Management(app);
  }

  close(): Promise<void> {
    this.connections.destroy();
    return this.app.close();
  }

  root(): Promise<Visitor> {
    return this.signIn('root', '123456');
  }

  /** Creates an ordinary user and signs in as that user. */
  async user(username: string): Promise<Visitor> {
    const root = await this.root();
    const made = await root.post('/api/user/', { username, password: 'password 1', display_name: username });
    if (!made.success) throw new Error(made.message);
    return this.signIn(username, 'password 1');
  }

  async signIn(username: string, password: string): Promise<Visitor> {
    const response = await request(this.app.getHttpServer())
      .post('/api/user/login')
      .agent(this.connections)
      .send({ username, password });
    const cookies: string[] = [response.get('set-cookie') ?? []].flat();
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
    const { data, message }: { data: { id: number } | null; message: string } = response.body;
    if (data === null) throw new Error(message);
    return new Visitor(this.app, data.id, cookie, this.connections);
  }

  async sql<T>(query: string, parameters: unknown[] = []): Promise<T[]> {
    return this.app.get<DataSource>(getDataSourceToken()).query<T[]>(query, parameters);
  }
}
