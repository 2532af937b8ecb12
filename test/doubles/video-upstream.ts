import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call that the simulated provider received. */
export interface VideoCall {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** The JSON body; an empty object for others. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a provider answers: JSON, or a file. */
export interface VideoAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly file?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The content of every video. */
export const VIDEO = Buffer.from('....ftypmp42 a gate that opens');

type Respond = (
  call: VideoCall,
  upstream: VideoUpstream,
) => VideoAnswer | undefined | Promise<VideoAnswer | undefined>;

/** A simulated provider of videos, whose API is given by a function. */
export class VideoUpstream {
  readonly calls: VideoCall[] = [];
  /** Replaces the next answer to a submission. */
  next: VideoAnswer | 'close' | undefined;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param respond answers to calls; undefined = 404 */
  static async start(respond: Respond): Promise<VideoUpstream> {
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const upstream = new VideoUpstream(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      upstream.serve(request, response, respond).catch((problem: unknown) => {
        send(response, { status: 599, json: { message: String(problem) } });
      });
    });
    return upstream;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The last call of a method and path. */
  last(method: string, path: string): VideoCall {
    const found = this.calls.findLast((call) => call.method === method && call.path === path);
    if (!found) throw new Error(`no ${method} ${path}; ${this.calls.map((call) => call.path).join(', ')}`);
    return found;
  }

  private async serve(request: IncomingMessage, response: ServerResponse, respond: Respond): Promise<void> {
    const bytes = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const isJson = (request.headers['content-type'] ?? '').includes('json');
    const call: VideoCall = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      bytes,
      body: isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {},
    };
    this.calls.push(call);
    const { next } = this;
    if (call.method === 'POST' && next) {
      this.next = undefined;
      if (next === 'close') response.destroy();
      else send(response, next);
      return;
    }
    send(
      response,
      (await respond(call, this)) ?? { status: 404, json: { error: { message: 'no such path' } } },
    );
  }
}

/** Members other than the known ones are refused, as strict providers do. */
export function unknownMember(body: Readonly<Record<string, unknown>>, known: readonly string[]): string {
  return Object.keys(body).find((name) => !known.includes(name)) ?? '';
}

/** A file, or the part of it that a Range header names. */
export function fileAnswer(call: VideoCall): VideoAnswer {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(call.headers.range ?? '') ?? [];
  if (from === '') return { file: VIDEO, headers: { 'content-type': 'video/mp4' } };
  const end = to === '' ? VIDEO.length - 1 : Number(to);
  return {
    status: 206,
    file: VIDEO.subarray(Number(from), end + 1),
    headers: { 'content-type': 'video/mp4', 'content-range': `bytes ${from}-${end}/${VIDEO.length}` },
  };
}

function send(response: ServerResponse, { status = 200, json, file, headers }: VideoAnswer): void {
  const own = file ? { 'content-length': String(file.length) } : { 'content-type': 'application/json' };
  response.writeHead(status, { ...own, ...headers });
  response.end(file ?? JSON.stringify(json));
}
