import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicDialect } from './anthropic-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import { openaiDialect } from './openai-dialect.js';
import { responsesDialect } from './responses-dialect.js';
import { plainAnswer, type Dialect, type ScriptedAnswer } from './scripted-answer.js';

/** A request as a handler receives it. */
export interface HandledRequest {
  readonly path: string;
  /** The API key of the channel. */
  readonly key: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Number of earlier requests with this key. */
  readonly before: number;
}

export type Handler = (response: ServerResponse, request: HandledRequest) => void | Promise<void>;

/**
 * An upstream on loopback whose responses are written byte by byte, for faults that no scenario of the scripted
 * upstream covers. The API key of the request selects the handler.
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

/** The dialect of a request path. */
export function dialectOf(path: string): Dialect {
  if (path.startsWith('/v1/messages')) return anthropicDialect;
  if (path.startsWith('/v1/responses')) return responsesDialect;
  return path.startsWith('/v1beta/') ? geminiDialect : openaiDialect;
}

/**
 * The frames of a complete streamed response in the request's dialect, each with its trailing blank line; the last one
 * ends the stream.
 */
export function eventsOf({ path, json }: HandledRequest, answer: Partial<ScriptedAnswer> = {}): string[] {
  return dialectOf(path)
    .frames({ ...plainAnswer, ...answer }, typeof json.model === 'string' ? json.model : 'model', true)
    .map((event) => `${event}\n\n`);
}

/** Sends the headers of an event stream. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
}

/** Writes the same bytes at a fixed interval until the connection closes. */
export function writeOnAndOn(response: ServerResponse, bytes: string, everyMs: number): void {
  const timer = setInterval(() => response.write(bytes), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** Writes as fast as the connection accepts, until it closes. */
export function pour(response: ServerResponse, bytes: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}
