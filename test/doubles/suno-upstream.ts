import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A task of the simulated upstream. */
export interface SunoTask {
  readonly action: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  status: string;
  fail_reason: string;
  data: unknown;
}

const MEMBERS = new Set([
  'gpt_description_prompt',
  'prompt',
  'mv',
  'title',
  'tags',
  'continue_at',
  'task_id',
  'continue_clip_id',
  'make_instrumental',
]);
const MAX_IDS = 100;

/** The API of https://github.com/Suno-API/Suno-API: unknown members and wrong keys are refused. */
export class SunoUpstream {
  readonly tasks = new Map<string, SunoTask>();
  /** Ids of each poll, in order. */
  readonly polls: string[][] = [];
  /** Replaces the next response to a submission. */
  onSubmit: ((response: ServerResponse) => void) | undefined;
  /** Replaces every response to a poll. */
  onPoll: ((ids: readonly string[], response: ServerResponse) => void) | undefined;
  private made = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<SunoUpstream> {
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = new SunoUpstream(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => void upstream.serve(request, response));
    return upstream;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Ends a task as the provider would. */
  end(id: string, status: 'SUCCESS' | 'FAILURE', more: Partial<SunoTask> = {}): void {
    const task = this.tasks.get(id);
    if (!task) throw new Error(`no task ${id}`);
    Object.assign(task, { status, ...(status === 'FAILURE' && { fail_reason: 'moderated' }), ...more });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await text(request)) || '{}') as Record<string, unknown>;
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const [, root, verb, action] = (request.url ?? '').split('/');
    if (root !== 'suno' || request.method !== 'POST') return answer(response, 404, 'not_found');
    if (key === '') return answer(response, 401, 'unauthorized');
    if (verb === 'fetch') return this.fetch(body, response);
    const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
    if (verb !== 'submit' || (action !== 'MUSIC' && action !== 'LYRICS'))
      return answer(response, 400, 'invalid_action');
    if (unknown !== undefined) return answer(response, 400, `unknown member ${unknown}`);
    if (action === 'MUSIC' && typeof body.mv !== 'string') return answer(response, 400, 'mv_is_required');
    const replaced = this.onSubmit;
    this.onSubmit = undefined;
    if (replaced) return replaced(response);
    const id = `suno-${++this.made}-${Math.random().toString(36).slice(2)}`;
    this.tasks.set(id, { action, key, body, status: 'SUBMITTED', fail_reason: '', data: null });
    answer(response, 200, 'success', id);
  }

  private fetch({ ids }: Record<string, unknown>, response: ServerResponse): void {
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS)
      return answer(response, 400, 'invalid_ids');
    this.polls.push(ids as string[]);
    if (this.onPoll) return this.onPoll(ids as string[], response);
    const found = (ids as string[]).flatMap((id) => {
      const task = this.tasks.get(id);
      return task ? [this.view(id, task)] : [];
    });
    answer(response, 200, 'success', found);
  }

  view(id: string, { action, status, fail_reason, data }: SunoTask): object {
    const now = Math.floor(Date.now() / 1000);
    const finish_time = status === 'SUCCESS' || status === 'FAILURE' ? now : 0;
    return { task_id: id, action, status, fail_reason, submit_time: now, start_time: now, finish_time, data };
  }
}

export function answer(response: ServerResponse, status: number, code: string, data: unknown = null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, message: code === 'success' ? '' : code, data }));
}
