import type { IncomingHttpHeaders } from 'node:http';

/** What a scripted upstream responds, independent of the dialect. */
export interface ScriptedAnswer {
  /** One delta per element when streamed. */
  text: readonly string[];
  reasoning: readonly string[];
  /** Used by the Anthropic and Gemini dialects only. */
  signature: string;
  tools: readonly ScriptedTool[];
  finish: 'stop' | 'length' | 'tools';
  /** undefined: the upstream reports no usage. */
  usage: ScriptedUsage | undefined;
  /** The provider's value; used by the dialects that have the member. */
  serviceTier?: string;
}

export interface ScriptedTool {
  id: string;
  name: string;
  /** JSON text; one delta per element when streamed. */
  arguments: readonly string[];
}

/** Disjoint token classes. */
export interface ScriptedUsage {
  input: number;
  cacheRead?: number;
  cacheWrite5m?: number;
  cacheWrite1h?: number;
  output: number;
  reasoning?: number;
}

export const plainAnswer: ScriptedAnswer = {
  text: ['Hello', ' from', ' the', ' scripted', ' upstream.'],
  reasoning: [],
  signature: 'c2lnbmF0dXJl',
  tools: [],
  finish: 'stop',
  usage: { input: 12, output: 7 },
};

/** A request as a dialect checks it. */
export interface DialectRequest {
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Undefined unless the body is a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** How one dialect encodes an answer. */
export interface Dialect {
  /**
   * The documented rule that a request breaks; such a request is refused with status 400 unless there is another. Undefined
   * if there is none.
   */
  refuses?(request: DialectRequest): string | { status: number; message: string } | undefined;
  /** A complete response that is not JSON; replaces `whole`. */
  bytes?: { readonly contentType: string; readonly body: Buffer };
  /** How frames are sent, unless they are server-sent events. */
  framing?: { readonly contentType: string; encode(frame: string): Buffer };
  whole(answer: ScriptedAnswer, model: string): object;
  /** Frames without their separators; the last is the end marker. */
  frames(answer: ScriptedAnswer, model: string, includeUsage: boolean): string[];
  error(status: number, message: string): object;
  /** A frame that reports a failure inside the stream. */
  errorFrame(message: string): string;
}
