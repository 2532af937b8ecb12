import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicDialect } from './anthropic-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import { openaiDialect } from './openai-dialect.js';
import { responsesDialect } from './responses-dialect.js';
import { plainAnswer, type Dialect, type ScriptedAnswer } from './scripted-answer.js';

/** A request as a handler sees it. */
export interface HandledRequest {
  readonly path: string;
  /** The channel's key. */
  readonly key: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** How often this key was asked before. */
  readonly before: number;
}

export type Handler = (response: ServerResponse, request: HandledRequest) => void | Promise<void>;

/**
 * An upstream on loopback whose behaviour is written byte by byte, for faults that no scenario of the scripted upstream has.
 * Which handler answers is decided by the key that a channel asks with.
 */
export class HandledUpstream {
  readonly asked: string[] = [];
  private readonly handlers = new Map<string, Handler>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HandledUpstream> {
    const server = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = new HandledUpstream(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      upstream.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    return upstream;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  on(key: string, handler: Handler): void {
    this.handlers.set(key, handler);
  }

  timesAsked(key: string): number {
    return this.asked.filter((one) => one === key).length;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = request.headers;
    const key = String(authorization ?? anthropic ?? google).replace('Bearer ', '');
    const before = this.timesAsked(key);
    this.asked.push(key);
    const json = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
    const handler = this.handlers.get(key);
    if (!handler) throw new Error(`nobody answers for the key ${key}`);
    await handler(response, { path: request.url ?? '', key, json, before });
  }
}

/** The dialect that a path is asked in. */
export function dialectOf(path: string): Dialect {
  if (path.startsWith('/v1/messages')) return anthropicDialect;
  if (path.startsWith('/v1/responses')) return responsesDialect;
  return path.startsWith('/v1beta/') ? geminiDialect : openaiDialect;
}

/** The events of a whole answer in the dialect that is asked for, each with its blank line; the last ends the answer. */
export function eventsOf({ path, json }: HandledRequest, answer: Partial<ScriptedAnswer> = {}): string[] {
  return dialectOf(path)
    .frames({ ...plainAnswer, ...answer }, typeof json.model === 'string' ? json.model : 'model', true)
    .map((event) => `${event}\n\n`);
}

/** Begins a stream. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
}

/** Writes something again and again until the connection is gone. */
export function writeOnAndOn(response: ServerResponse, bytes: string, everyMs: number): void {
  const timer = setInterval(() => response.write(bytes), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** Writes as fast as the connection takes it, until it is gone. */
export function pour(response: ServerResponse, bytes: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}
