import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plainAnswer, type ScriptedAnswer, type ScriptedUsage } from '../scripted-answer.js';
import { answerFor, type AgentTask } from './agent-script.js';
import { kindOf, STRICT_APIS, type StrictKind } from './strict-apis.js';
import { json, type Json, show } from './violations.js';

/** A request as it arrived, with its violations. */
export interface StrictRequest {
  readonly kind: StrictKind;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Json;
  readonly violations: readonly string[];
  /** What it was billed; undefined if it was refused or free. */
  usage?: ScriptedUsage;
}

const EVENTS = {
  contentType: 'text/event-stream',
  encode: (frame: string): Buffer => Buffer.from(`${frame}\n\n`),
};

/**
 * Six provider APIs on one loopback address. A request that violates a documented rule of its provider is rejected
 * with status 400 and the rule; all others are answered by the script of an agent task.
 */
export class StrictProvider {
  readonly requests: StrictRequest[] = [];
  /** Thought signatures that it issued. */
  readonly signatures = new Set<string>();
  /** Thoughts that it gave, by the ids of the calls beside them. */
  readonly thoughts = new Map<string, string>();
  private readonly tasks = new Map<string, AgentTask>();
  private account: { readonly key: string; readonly models: readonly string[] } | undefined;
  private count = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StrictProvider> {
    const server = createServer({ keepAlive: true, noDelay: true, keepAliveTimeout: 0 }).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const provider = new StrictProvider(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      provider.serve(request, response).catch((error: unknown) => {
        response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
      });
    });
    return provider;
  }

  /** Base URL without path. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Requests that contain the task's id are answered by its script. */
  add(task: AgentTask): void {
    this.tasks.set(task.id, task);
  }

  /** From now on it lists these models in OpenAI's form, and rejects every other key. */
  requireKey(key: string, models: readonly string[]): void {
    this.account = { key, models };
  }

  /** Accepts a thought signature as one that this provider issued. */
  knows(signature: string): void {
    this.signatures.add(signature);
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString();
    const kind = kindOf(path);
    if (this.account && request.headers.authorization !== `Bearer ${this.account.key}`)
      return send(response, 401, {
        error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
      });
    if (this.account && request.method === 'GET' && path === '/v1/models') {
      const data = this.account.models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'openai' }));
      return send(response, 200, { object: 'list', data });
    }
    if (request.method !== 'POST' || !kind) {
      send(response, 404, { error: { message: `no such path: ${request.method} ${path}` } });
      return;
    }
    const body = json(JSON.parse(text));
    const { dialect, view, violations: check, ...api } = STRICT_APIS[kind];
    const { headers } = request;
    const violations = check({ path, headers, bytes, body }, this);
    const arrived: StrictRequest = { kind, path, headers, body, violations };
    this.requests.push(arrived);
    if (violations.length > 0) return send(response, 400, dialect.error(400, violations.join('; ')));
    const count = api.counts?.(path);
    if (count) return send(response, 200, count);
    const task = [...this.tasks.values()].find(({ id }) => text.includes(`[${id}]`));
    const answer = this.answer(answerFor(view(body), task, () => `call_${++this.count}`));
    arrived.usage = answer.usage;
    const named = api.model?.(path) ?? show(body.model);
    // Clients merge responses with the same id.
    const id = `strict${++this.count}`;
    const unique = (shown: string): string => shown.replaceAll('scripted"', `${id}"`);
    if (!(api.streams?.(path) ?? body.stream === true)) {
      send(response, 200, JSON.parse(unique(JSON.stringify(dialect.whole(answer, named)))) as object);
      return;
    }
    const { framing = EVENTS } = dialect;
    response.writeHead(200, { 'content-type': framing.contentType });
    const includeUsage = json(body.stream_options).include_usage === true;
    for (const frame of dialect.frames(answer, named, includeUsage))
      response.write(framing.encode(unique(frame)));
    response.end();
  }

  /** Each answer has another usage, so that a charge belongs to one answer only. */
  private answer(scripted: Partial<ScriptedAnswer>): ScriptedAnswer {
    const usage = {
      input: 1000 + 10 * ++this.count,
      cacheRead: 100 + 10 * (this.count % 7),
      output: 50 + this.count,
    };
    const reasoning = scripted.reasoning ? 20 : 0;
    const answer = {
      ...plainAnswer,
      signature: this.nextSignature(),
      ...scripted,
      usage: { ...usage, ...(reasoning > 0 && { reasoning }) },
    };
    if (answer.reasoning.length > 0)
      for (const { id } of answer.tools) this.thoughts.set(id, answer.reasoning.join(''));
    return answer;
  }

  private nextSignature(): string {
    const signature = Buffer.from(`signature ${++this.count} of this provider`).toString('base64');
    this.signatures.add(signature);
    return signature;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
