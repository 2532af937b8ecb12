import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { inTime } from '../setup/until.js';
import { BEDROCK_PATH } from './bedrock-dialect.js';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body; undefined unless it is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** The requested model. */
  readonly model: string | undefined;
  /** True if a stream was requested. */
  readonly streams: boolean;
  /** Unix milliseconds. */
  readonly arrivedAt: number;
  /** Resolves when the response has been sent or the client has left; rejects after a timeout. */
  readonly over: Promise<unknown>;
  /** True if the client left before the response was complete. */
  aborted: boolean;
  /** Unix milliseconds. */
  hungUpAt: number | undefined;
}

/** Google's API has model and action in the path. */
const googlePath = /^\/v1(?:beta)?\/(?:.*publishers\/\w+\/)?models\/([^?]+):(\w+)/;
/** Actions (Google, Bedrock) and paths (Zhipu, watsonx) that stream. */
const streamPath = /^stream|stream$|\/sse-invoke$|\/chat_stream\?/;

/**
 * Reads a request.
 * @param over resolves when the response was closed
 */
export async function receive(request: IncomingMessage, over: Promise<unknown>): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const json = parse(body);
  const path = request.url ?? '';
  // These APIs have model and action in the path.
  const [, named, action] = googlePath.exec(path) ?? BEDROCK_PATH.exec(path) ?? [];
  return {
    method: request.method ?? '',
    path,
    headers: request.headers,
    body,
    json,
    get over() {
      return inTime(over, () => `the end of the answer to ${request.method} ${request.url}`);
    },
    model: named ? decodeURIComponent(named) : typeof json?.model === 'string' ? json.model : undefined,
    streams: json ? wantsStream(json) || streamPath.test(action ?? path) : formWantsStream(body),
    arrivedAt: Date.now(),
    aborted: false,
    hungUpAt: undefined,
  };
}

/** `stream` for most operations, `Stream` for Tencent, `stream_format` for speech, `response_mode` for Dify. */
function wantsStream(json: Record<string, unknown>): boolean {
  return (
    json.stream === true ||
    json.Stream === true ||
    json.stream_format === 'sse' ||
    json.response_mode === 'streaming'
  );
}

function formWantsStream(body: Buffer): boolean {
  return /name="stream"\r\n\r\ntrue\r\n/.test(body.toString('latin1'));
}

/** A body as a JSON object; undefined if it is none. */
export function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Tests send malformed bodies on purpose; the raw bytes are recorded as well.
    return undefined;
  }
}
