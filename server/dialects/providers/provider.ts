import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import type { Usage } from '../canonical/usage.js';
import type { Loose } from '../json/lenient.js';
import type { OperationName, OperationRequest } from '../operations/operation.js';
import type { ProtocolName } from '../protocols/protocol.js';

/**
 * What an upstream speaks. A provider describes calls and reads answers; it never performs a call, waits, logs or
 * counts money (design/house.md 3). A capability it lacks is absent.
 */
export interface Provider {
  readonly name: string;
  /** Protocols whose bytes pass through untouched; answers are then read with `chat` for usage only. */
  readonly native: { readonly [P in ProtocolName]?: NativeCodec };
  readonly chat?: ChatCodec;
  /** The same conversations through OpenAI's Responses, for models that are offered only there. */
  readonly viaResponses?: ChatCodec;
  /** Routes that are no conversation. */
  readonly operations?: { readonly [O in OperationName]?: OperationCodec };
  readonly realtime?: RealtimeCodec;
  readonly countTokens?: Query<number, { body: Buffer }>;
  readonly models?: Query<string[]>;
  readonly balance?: Query<{ amount: number; currency: string }>;
  /** Its prompt number leaves cached input out; absent where it is in. Only the log cares: our classes are disjoint. */
  readonly countsCacheApart?: true;
  /** Reads an answer whose status was not 2xx. `headers` are lower-case. */
  readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure;
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface ChatCodec extends AnswerReader {
  /** @throws Refusal 400 (convert_request_failed / unsupported_parameter) when the request cannot be said in this dialect */
  request(chat: CanonicalChat, target: Target): UpstreamCall;
  /**
   * Is this an address of a picture or file that the vendor would not fetch itself? Then its bytes take its place before
   * `request` (design/house.md 3). Absent: never.
   */
  mustFetch?(url: string): boolean;
  /** Does the model go on from an assistant turn that ends the conversation? Absent: never. */
  prefills?(chat: CanonicalChat): boolean;
}

/** Reads answers of one shape. */
export interface AnswerReader {
  /** Reads a whole 2xx answer. @throws UpstreamError for an error inside a 2xx body or an unusable one */
  answer(body: unknown): CanonicalResponse;
  /** A fresh reader for one stream: it may remember, it may not wait. Malformed frames throw SyntaxError. */
  stream(): (frame: Frame) => CanonicalEvent[];
}

/** How an upstream does one of the operations. */
export interface OperationCodec {
  /** @throws Refusal 400 (convert_request_failed) when the request cannot be said in this dialect */
  request(request: OperationRequest, target: Target): UpstreamCall;
  /**
   * Reads a whole 2xx JSON answer; absent where answers are never JSON.
   * @throws UpstreamError for an error inside a 2xx body or an unusable one
   */
  answer?(body: unknown, request: OperationRequest): OperationAnswer;
  /** Answers are JSON, or events where asked, whatever the vendor calls them. Absent: sound and other bytes go on as they come. */
  readonly json?: true;
  /** Answers that stream events, which go to the client as they are; absent where none does. */
  readonly stream?: OperationStream;
}

export interface OperationStream {
  /** A fresh reader for one stream: it may remember, it may not wait. */
  read(request: OperationRequest): (frame: Frame) => CanonicalEvent[];
  /** The offset of the event that completes the answer in these whole events, -1 when it is not among them. */
  endOf(events: Buffer): number;
  /** As `NativeCodec.endsOnce`. */
  readonly endsOnce?: true;
}

/** Sessions over WebSocket in the words of OpenAI's realtime API: frames pass through, and only usage is read. */
export interface RealtimeCodec {
  /** @param offered subprotocols of the client besides its key; empty when its key came in a header */
  open(target: Target, offered: readonly string[]): UpstreamSession;
  /** What one response used, by its `response` object; undefined when it does not say. */
  usage(response: Loose): Usage | undefined;
  /**
   * What writing down the client's sound used, by the event that tells it; undefined when it does not say.
   * @param soundTokensPerMinute what a minute counts as where only the length is told
   */
  transcriptUsage(event: Loose, audioTokensPerMinute: number): Usage | undefined;
  /** A session that begins with an `error` event is none: what that event, as JSON, says. */
  refusal(event: string): UpstreamFailure;
}

export interface UpstreamSession {
  /** `wss://…` */
  url: string;
  headers: Record<string, string>;
  subprotocols: readonly string[];
}

export interface OperationAnswer {
  /** Undefined when the vendor told none: then the request's estimate is charged. */
  usage: Usage | undefined;
  /** What the client gets; undefined: the vendor's own bytes. */
  body?: object;
  /** The same where the client gets no JSON: sound that came within it. */
  media?: { contentType: string; bytes: Buffer };
}

/** Same protocol on both ends: the client's bytes, with only what must change. */
export interface NativeCodec {
  /** Reads the answers of this protocol where they are not of the shape `Provider.chat` reads. */
  readonly reader?: AnswerReader;
  request(body: Buffer, change: NativeChange, target: Target): UpstreamCall;
  /**
   * The frame that ends a complete stream, as the vendor sends it (`data: [DONE]\n\n`). Its first line is looked for in
   * the bytes, so that the end is held back until the charge is safe; a stream that forgot it gets it. '' where streams
   * have none.
   */
  readonly end: string;
  /**
   * Where there is no end marker: the offset of the event that completes the answer in these whole events, -1 when it is
   * not among them. A stream that closes without it was cut.
   */
  endOf?(events: Buffer): number;
  /** What `endOf` finds is the last event of every answer. Absent: others may follow, and show that the answer went on. */
  readonly endsOnce?: true;
  /**
   * Is this frame one the gateway asked for and the client did not (a usage-only frame)? Absent when there is no such
   * frame. Called with the raw frame text only when the client did not ask for usage.
   */
  unasked?(frame: Buffer): boolean;
  /**
   * Brings a whole answer, or whole events, into the protocol's words where the vendor strays from them; the same bytes
   * where it does not. Absent where vendors do not stray.
   */
  retell?(bytes: Buffer, streamed: boolean): Buffer;
  /** A stream that broke off cannot be finished by a conversation, which would not say the same. Absent: it may be. */
  readonly continues?: false;
  /** What may be done with an answer the vendor keeps; absent where it keeps none. */
  kept?(id: string, action: KeptAction, target: Target): UpstreamCall;
}

export type KeptAction = 'show' | 'forget' | 'list-input' | 'cancel';

export interface NativeChange {
  /** The name to send upstream. */
  model: string;
  stream: boolean;
  /** Ask for usage in the stream (OpenAI's stream_options). */
  includeUsage: boolean;
  /** Send the client's bytes as received, except for the model name. */
  passThrough: boolean;
}

/** One server-sent event; `name` is 'message' when the frame had no event line. */
export interface Frame {
  name: string;
  data: string;
}

export interface Query<T, A = object> {
  request(target: Target, input: A): UpstreamCall;
  read(body: unknown): T;
}

/** Where a call goes: the chosen channel, seen by a provider. */
export interface Target {
  /** Channel type (spec/providers.md 1). */
  type: number;
  /** Without trailing slash; the type's default when the channel names none. */
  baseUrl: string;
  key: string;
  /** Upstream model name, mapping done. */
  model: string;
  /** The name the client asked for. */
  requestedModel: string;
  organization: string;
  other: string;
  /** Path and query of the client's call, for upstreams that mirror it. */
  path: string;
  /** Client headers that a provider may forward on purpose, lower-case: accept, anthropic-version, anthropic-beta, openai-beta, idempotency-key. */
  headers: Readonly<Record<string, string>>;
  /** param_override of the channel: top-level keys that replace those of the final body. */
  override: Readonly<Record<string, unknown>> | undefined;
  settings: ProviderSettings;
  /** Requests that are translated for a provider that caches on demand get cache hints where they pay. Absent: never. */
  addsCacheHints?: true;
}

/** Options that steer providers; compiled once per change. */
export interface ProviderSettings {
  claude: {
    defaultMaxTokens: Readonly<Record<string, number>>;
    modelHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    thinkingAdapter: boolean;
    /** 0.1 to 1. */
    thinkingBudgetShare: number;
  };
  gemini: {
    /** Version of the API by model, `default` for all others. */
    versions: Readonly<Record<string, string>>;
    /** Threshold by category of harm, `default` for all others, for requests that name none of their own. */
    safety: Readonly<Record<string, string>>;
    /** Pictures in one message; -1 for any number. */
    mostImages: number;
    /** Do suffixes of model names ask for thinking? */
    thinkingAdapter: boolean;
    /** Part of the output limit that the suffix `-thinking` asks for, 0.1 to 1. */
    thinkingBudgetShare: number;
  };
  /** Version of Azure's API for channels that name none; absent: the one built in. */
  azureVersion?: string;
  /** This site, for vendors that ask who sends the request. */
  site?: { address: string; name: string };
}

export interface UpstreamCall {
  /** How much thinking the request asks for, by field or by the model's suffix; for the log. */
  reasoningEffort?: string;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Instead of `body`, where that is on disk; anew each time it is asked for. `headers` tell its length. */
  streamed?: AsyncIterable<Buffer>;
}
