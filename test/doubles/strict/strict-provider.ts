import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicDialect } from '../anthropic-dialect.js';
import { geminiDialect } from '../gemini-dialect.js';
import { openaiDialect } from '../openai-dialect.js';
import { responsesDialect } from '../responses-dialect.js';
import { plainAnswer, type Dialect } from '../scripted-answer.js';
import {
  answerFor,
  chatView,
  geminiView,
  messagesView,
  responsesView,
  type AgentTask,
  type RequestView,
} from './agent-script.js';
import { anthropicViolations } from './anthropic-rules.js';
import { chatViolations } from './chat-rules.js';
import { geminiViolations } from './gemini-rules.js';
import { responsesViolations } from './responses-rules.js';
import { json, type Json, show } from './violations.js';

export type StrictKind = 'chat' | 'responses' | 'messages' | 'gemini';

/** A request as it arrived, with its violations. */
export interface StrictRequest {
  readonly kind: StrictKind;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Json;
  readonly violations: readonly string[];
}

const GOOGLE = /^\/v1(?:beta)?\/models\/([^?:]+):(\w+)/;
const DIALECTS: Readonly<Record<StrictKind, Dialect>> = {
  chat: openaiDialect,
  responses: responsesDialect,
  messages: anthropicDialect,
  gemini: geminiDialect,
};
const VIEWS: Readonly<Record<StrictKind, (body: Json) => RequestView>> = {
  chat: chatView,
  responses: responsesView,
  messages: messagesView,
  gemini: geminiView,
};

/**
 * Four provider APIs on one loopback address. A request that violates a documented rule of its provider is rejected
 * with status 400 and the rule; all others are answered by the script of an agent task.
 */
export class StrictProvider {
  readonly requests: StrictRequest[] = [];
  private readonly tasks = new Map<string, AgentTask>();
  private readonly signatures = new Set<string>();
  private count = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StrictProvider> {
    const server = createServer({ keepAlive: true, noDelay: true }).listen(0, '127.0.0.1');
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
    const text = Buffer.concat(chunks).toString();
    const kind = kindOf(path);
    if (request.method !== 'POST' || !kind) {
      send(response, 404, { error: { message: `no such path: ${request.method} ${path}` } });
      return;
    }
    const body = json(JSON.parse(text));
    const [, model, action] = GOOGLE.exec(path) ?? [];
    const violations = this.check(kind, body, request.headers, decodeURIComponent(model ?? ''));
    this.requests.push({ kind, path, headers: request.headers, body, violations });
    const dialect = DIALECTS[kind];
    if (violations.length > 0) {
      send(response, 400, dialect.error(400, violations.join('; ')));
      return;
    }
    if (path.includes('count_tokens')) return send(response, 200, { input_tokens: 42 });
    const task = [...this.tasks.values()].find(({ id }) => text.includes(`[${id}]`));
    const signature = this.nextSignature();
    const answer = {
      ...plainAnswer,
      signature,
      ...answerFor(VIEWS[kind](body), task, () => `call_${++this.count}`),
    };
    const named = model ?? show(body.model);
    // Clients merge responses with the same id.
    const id = `strict${++this.count}`;
    const unique = (shown: string): string => shown.replaceAll('scripted"', `${id}"`);
    if (!(body.stream === true || action === 'streamGenerateContent')) {
      send(response, 200, JSON.parse(unique(JSON.stringify(dialect.whole(answer, named)))) as object);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const askedForUsage = json(body.stream_options).include_usage === true;
    for (const frame of dialect.frames(answer, named, askedForUsage)) response.write(`${unique(frame)}\n\n`);
    response.end();
  }

  private check(
    kind: StrictKind,
    body: Json,
    headers: Readonly<Record<string, unknown>>,
    model: string,
  ): string[] {
    const given = { signatures: this.signatures };
    switch (kind) {
      case 'chat':
        return chatViolations(body);
      case 'responses':
        return responsesViolations(body, given);
      case 'messages':
        return anthropicViolations(body, headers, given);
      case 'gemini':
        return geminiViolations(body, model, given);
    }
  }

  private nextSignature(): string {
    const signature = Buffer.from(`signature ${++this.count} of this provider`).toString('base64');
    this.signatures.add(signature);
    return signature;
  }
}

function kindOf(path: string): StrictKind | undefined {
  if (GOOGLE.test(path)) return 'gemini';
  if (path.startsWith('/v1/messages')) return 'messages';
  if (path.startsWith('/v1/responses')) return 'responses';
  return path.startsWith('/v1/chat/completions') ? 'chat' : undefined;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
