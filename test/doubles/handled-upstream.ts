import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { anthropicDialect } from './anthropic-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import { LoopbackServer } from './loopback-server.js';
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
  readonly requestKeys: string[] = [];
  private readonly handlers = new Map<string, Handler>();

  private server!: LoopbackServer;

  static async start(): Promise<HandledUpstream> {
    const upstream = new HandledUpstream();
    upstream.server = await LoopbackServer.start((request, response) => upstream.serve(request, response));
    return upstream;
  }

  get url(): string {
    return this.server.url;
  }

  on(key: string, handler: Handler): void {
    this.handlers.set(key, handler);
  }

  requestCount(key: string): number {
    return this.requestKeys.filter((one) => one === key).length;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = request.headers;
    const key = String(authorization ?? anthropic ?? google).replace('Bearer ', '');
    const before = this.requestCount(key);
    this.requestKeys.push(key);
    const json = JSON.parse(await text(request)) as Record<string, unknown>;
    const handler = this.handlers.get(key);
    if (!handler) throw new Error(`no handler for the key ${key}`);
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

export const isStream = ({ json, path }: HandledRequest): boolean =>
  json.stream === true || path.includes('stream');

/** Sends the plain answer in the request's dialect, whole or as a stream. */
export const answers: Handler = (response, request) => {
  if (isStream(request)) {
    openStream(response);
    response.end(eventsOf(request).join(''));
  } else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(dialectOf(request.path).whole(plainAnswer, 'model')));
};

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

/** A complete response that does not stream, in the request's dialect. */
export function wholeText({ path, json: { model } }: HandledRequest): string {
  return JSON.stringify(dialectOf(path).whole(plainAnswer, typeof model === 'string' ? model : 'model'));
}

/** Begins a response that does not stream. */
export function openJson(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'application/json' });
}
