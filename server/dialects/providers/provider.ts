import type { UpstreamSetting } from '../../contract/resources/channel-upstream.js';
import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import type { Usage } from '../canonical/usage.js';
import type { UnknownRecord } from '../json/lenient.js';
import type { OperationName, OperationRequest } from '../operations/operation.js';
import type { ProtocolName } from '../protocols/protocol.js';
import type { TaskCodec, TaskFamily } from '../task-apis/task.js';

/**
 * How the gateway uses an upstream API. A provider describes calls and reads responses; it never performs a call, waits,
 * logs or handles money. Absent members are capabilities that it lacks.
 */
export interface Provider {
  /**
   * Protocols that the upstream supports itself. Their bytes pass through, and responses are read for usage only: with
   * `chat`, unless the codec has its own reader.
   */
  readonly native: { readonly [P in ProtocolName]?: NativeCodec };
  readonly chat?: ChatCodec;
  /** Chat through OpenAI's Responses API, for models that are only available there. */
  readonly viaResponses?: ChatCodec;
  /** Operations other than chat. */
  readonly operations?: { readonly [O in OperationName]?: OperationCodec };
  readonly realtime?: RealtimeCodec;
  /** Asynchronous tasks. */
  readonly tasks?: { readonly [F in TaskFamily]?: TaskCodec };
  readonly countTokens?: Query<number, { body: Buffer }>;
  readonly models?: Query<string[]>;
  /** Replaces `models` for providers that list their models in several calls. */
  readonly listModels?: ModelList;
  /**
   * Its prompt tokens exclude cached input; absent: they include it. Only the log uses this, because usage classes are
   * disjoint.
   */
  readonly countsCacheApart?: true;
  /**
   * For platforms whose models have APIs of their own: how to use one of them. The other members then describe the platform
   * as a whole, for calls that name no model. Must return the same object for all models of one API.
   * @param model upstream name, after model mapping
   */
  ofModel?(model: string): Provider;
  /**
   * For types whose channels describe their upstream themselves: how to call one with this setting. Absent: the setting has
   * no effect.
   */
  ofUpstream?(setting: UpstreamSetting): Provider;
  /** Parses a response whose status is not 2xx. Names in `headers` are lower-case. */
  readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure;
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface ChatCodec extends AnswerReader {
  /** @throws ApiError 400 (convert_request_failed / unsupported_parameter) if this dialect cannot express the request */
  request(chat: CanonicalChat, target: Target): UpstreamCall;
  /**
   * Whether the upstream does not fetch this URL of an image or file itself. The gateway then downloads it and replaces the
   * URL by its bytes before `request`. Absent: never.
   */
  mustFetch?(url: string): boolean;
  /**
   * What the provider bills for this conversation where it bills characters of the text: charged if the response reports no
   * usage. The body of a request has at least as many bytes, which are held. Absent: it bills tokens.
   */
  estimate?(chat: CanonicalChat): Usage;
  /** See `NativeCodec.leastThinkingLimit`. */
  readonly leastThinkingLimit?: number;
  /** Whether the model continues an assistant turn at the end of the conversation. Absent: never. */
  prefills?(chat: CanonicalChat): boolean;
}

/** Reads responses of one format. */
export interface AnswerReader {
  /** Reads a complete 2xx response. @throws UpstreamError for an error inside a 2xx body, or an unusable body */
  answer(body: unknown): CanonicalResponse;
  /** Creates a reader for one stream. It may keep state but must not wait. Malformed frames throw SyntaxError. */
  stream(): (frame: Frame) => CanonicalEvent[];
}

/** How an upstream serves one operation. */
export interface OperationCodec {
  /** @throws ApiError 400 (convert_request_failed) if this dialect cannot express the request */
  request(request: OperationRequest, target: Target): UpstreamCall;
  /**
   * What the provider bills for this request at most, if it counts otherwise than the estimate of the request: held, and
   * charged if the response reports no usage. Its paid options are charged in any case, and images that the response reports
   * at the price of an image in it. Absent: the estimate of the request.
   * @throws ApiError 400 as `request`
   */
  estimate?(request: OperationRequest, target: EstimateTarget): Usage;
  /**
   * Reads a complete 2xx JSON response; absent if responses are never JSON.
   * @throws UpstreamError for an error inside a 2xx body, or an unusable body
   */
  answer?(body: unknown, request: OperationRequest): OperationAnswer;
  /**
   * Responses are JSON, or events if requested, whatever their content type. Absent: audio and other bytes are forwarded as
   * they arrive.
   */
  readonly json?: true;
  /**
   * What is known of a response that is forwarded as it arrives, from its headers and the request: usage (absent: the
   * estimate of the request is charged), and the content type if the upstream's is not exact. Names are lower-case.
   */
  forwarded?(headers: UpstreamHeaders, request: OperationRequest): ForwardedAnswer;
  /** Reads streamed events, which are forwarded unchanged. Absent if the operation does not stream. */
  readonly stream?: OperationStream;
}

export interface OperationStream {
  /** Creates a reader for one stream. It may keep state but must not wait. */
  read(request: OperationRequest): (frame: Frame) => CanonicalEvent[];
  /** Offset of the event that completes the response in these complete events; -1 if it is not among them. */
  endOf(events: Buffer): number;
  /** See `NativeCodec.endsOnce`. */
  readonly endsOnce?: true;
}

/** WebSocket sessions in the format of OpenAI's Realtime API. Frames pass through; only usage is read. */
export interface RealtimeCodec {
  /** @param offered subprotocols offered by the client, without its key; empty if it sent the key in a header */
  open(target: Target, offered: readonly string[]): UpstreamSession;
  /** Usage of one `response` object; undefined if it reports none. */
  usage(response: UnknownRecord): Usage | undefined;
  /**
   * Usage of the transcription of the client's audio, from its event; undefined if it reports none.
   * @param audioTokensPerMinute tokens charged per minute of audio if only the duration is reported
   */
  transcriptUsage(event: UnknownRecord, audioTokensPerMinute: number): Usage | undefined;
  /** The failure in an `error` event (as JSON) that is the first event of a session: such a session did not open. */
  refusal(event: string): UpstreamFailure;
}

export interface UpstreamSession {
  /** `wss://…` */
  url: string;
  headers: Record<string, string>;
  subprotocols: readonly string[];
}

export interface OperationAnswer {
  /** Undefined if the upstream reports none; the estimate of the request is charged then. */
  usage: Usage | undefined;
  /** Response to the client; undefined: the bytes of the upstream are forwarded. */
  body?: object;
  /** Response to the client if it is not JSON: audio extracted from a JSON response. */
  media?: { contentType: string; bytes: Buffer };
}

export interface ForwardedAnswer {
  usage?: Usage;
  contentType?: string;
}

/** Forwards requests to an upstream with the client's protocol: the client's bytes, with only the necessary changes. */
export interface NativeCodec {
  /** Reads responses of this protocol if `Provider.chat` cannot read their format. */
  readonly reader?: AnswerReader;
  request(body: Buffer, change: NativeChange, target: Target): UpstreamCall;
  /**
   * The frame that ends a complete stream, as the upstream sends it (`data: [DONE]\n\n`). Its first line is searched for in
   * the bytes, so that the end can be held back until the charge is recorded. It is added to streams that lack it. '' if
   * streams have no end marker.
   */
  readonly end: string;
  /**
   * For streams without an end marker: offset of the event that completes the response in these complete events; -1 if it is
   * not among them. A stream that closes without it was cut.
   */
  endOf?(events: Buffer): number;
  /** The event found by `endOf` is always the last one. Absent: others may follow and show that the response continues. */
  readonly endsOnce?: true;
  /**
   * Whether this raw frame contains only usage; it is dropped if the client did not request usage. Absent if there is no
   * such frame.
   */
  isUsageOnly?(frame: Buffer): boolean;
  /**
   * Normalizes a complete response, or complete events, if the provider deviates from the protocol; otherwise returns the
   * same bytes. Absent if providers do not deviate.
   */
  normalize?(bytes: Buffer, streamed: boolean): Buffer;
  /** False: an interrupted stream cannot be continued through chat, because the result would differ. Absent: it can. */
  readonly continues?: false;
  /**
   * Smallest output limit, in tokens, of a request that enables thinking: smaller limits of clients are raised to it, never
   * above `Target.outputLimit`. Absent: limits are not raised.
   */
  readonly leastThinkingLimit?: number;
  /** Describes a call on a response that the upstream stores; absent if it stores none. */
  storedResponse?(id: string, action: StoredResponseAction, target: Target): UpstreamCall;
}

export type StoredResponseAction = 'retrieve' | 'delete' | 'list-input' | 'cancel';

export interface NativeChange {
  /** Model name to send upstream. */
  model: string;
  stream: boolean;
  /** Request usage in the stream (OpenAI's stream_options). */
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

/** Lists model names: yields the calls to make, receives their parsed bodies and returns the names. */
export type ModelList = (target: Target) => Generator<UpstreamCall, string[], unknown>;

/** Destination of a call: the selected channel as a provider needs it. */
export interface Target {
  /** Channel type; see registry.ts. */
  type: number;
  /** Without trailing slash; the default of the type if the channel sets none. */
  baseUrl: string;
  key: string;
  /** Upstream model name, after model mapping. */
  model: string;
  /** Model name that the client requested. */
  requestedModel: string;
  organization: string;
  other: string;
  /** Path and query of the client's request, for upstreams with the same paths. */
  path: string;
  /**
   * Client headers that a provider may forward, in lower case: accept, anthropic-version, anthropic-beta, openai-beta,
   * idempotency-key.
   */
  headers: Readonly<Record<string, string>>;
  /** param_override of the channel: top-level members that replace those of the final body. */
  override: Readonly<Record<string, unknown>> | undefined;
  settings: ProviderSettings;
  /** The highest output limit that may be sent, in tokens per choice: the hold pays for no more. Absent: any. */
  outputLimit?: number;
  /** Drawings name their mode in the path. Absent: they do not. */
  drawingModePrefix?: true;
  /** Add cache hints to translated requests for providers that cache on request, if the hints pay. Absent: never. */
  addsCacheHints?: true;
}

/** What is known of a target before a channel is chosen. */
export type EstimateTarget = Pick<Target, 'model' | 'override'>;

/** Options that affect providers; compiled once per change. */
export interface ProviderSettings {
  claude: {
    defaultMaxTokens: Readonly<Record<string, number>>;
    modelHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    thinkingAdapter: boolean;
    /**
     * Share of max_tokens used as thinking budget if neither the request nor the model's suffix sets an amount, 0.1 to 1.
     */
    thinkingBudgetShare: number;
  };
  gemini: {
    /** API version by model; `default` applies to all others. */
    versions: Readonly<Record<string, string>>;
    /** Threshold by harm category, `default` for all others. Applies to translated requests, which cannot set their own. */
    safety: Readonly<Record<string, string>>;
    /** Maximum number of images in one message; -1 for any number. */
    maxImages: number;
    /** Whether suffixes of model names control thinking. */
    thinkingAdapter: boolean;
    /** Share of the output limit that the suffix `-thinking` uses as thinking budget, 0.1 to 1. */
    thinkingBudgetShare: number;
  };
  /** Azure API version of channels that set none; absent: the built-in default. */
  azureVersion?: string;
  /** This installation, for providers that expect the name and URL of the calling application. */
  site?: { address: string; name: string };
}

export interface UpstreamCall {
  /** Thinking effort or budget requested by a field or by the model's suffix; for the log. */
  reasoningEffort?: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** `wss://` for providers that serve requests over WebSocket: the body is sent as one text message. */
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Used instead of `body` if the body is on disk; starts anew each time it is iterated. `headers` contain its length. */
  streamed?: AsyncIterable<Buffer>;
  /** Over WebSocket: whether this message completes the response; the connection is then closed. */
  isLastMessage?: (message: string) => boolean;
  /** Computes headers that depend on the finished call and the time, such as a signature. Called when the call is sent. */
  sign?: (call: UpstreamCall, now: Date) => Promise<Record<string, string>>;
  /** Set if the call needs an access token that the provider issues for the channel's key. */
  accessToken?: AccessTokenCodec;
  /** Creates a decoder for a 2xx response that is streamed in another framing than server-sent events. */
  decoder?: (headers: UpstreamHeaders) => StreamDecoder | undefined;
  /**
   * Reads a 2xx JSON response of a provider that needs several calls and describes the next one: asynchronous work is asked
   * for until it is done, and files are uploaded before the request that names them. Undefined if this response is the final
   * one.
   * @throws UpstreamError if the work failed
   */
  next?: (body: unknown) => UpstreamCall | undefined;
  /** Milliseconds to wait before this call if it follows another one (`next`). Absent: a second. */
  waitMs?: number;
  /**
   * The provider has begun work that it charges for, and this call asks for the result. It waits for the Retry-After of the
   * response before it, and is repeated with growing waits if it fails for the moment. If it fails for good, no other channel
   * does the work again; a client that leaves is charged.
   */
  workBegun?: true;
  /**
   * What the work costs, as the provider reported it before this call: the price of one image as a multiple of the price per
   * call. Replaces that of `OperationCodec.estimate` in the charge. Absent: the provider has reported nothing.
   */
  priceFactor?: number;
  /** Set if the call fetches a file that the response before it refers to. */
  download?: Download;
  /** Only public addresses are called, because a response chose the address. */
  publicOnly?: boolean;
}

/** A file that the provider stored and that becomes part of the response. It is fetched without the channel's key. */
export interface Download {
  /** Only public addresses are called, because the response before this call chose the address. */
  readonly publicOnly: boolean;
  /** The value that replaces the response: `next` and the reader of the response get it as JSON. */
  read(file: Buffer): unknown;
}

/** How a key is exchanged for an access token, which is then used for all calls with this key until it expires. */
export interface AccessTokenCodec {
  /** Identifies the token: whatever the exchange depends on (key, address, scope). Only its hash is kept. */
  readonly identity: string;
  /** @throws UpstreamError if the key is malformed */
  request(now: Date): UpstreamCall;
  /** Parses the response of any status. @throws UpstreamError if it contains no token */
  read(status: number, headers: UpstreamHeaders, body: string): AccessToken;
  /** The call with the token. */
  apply(call: UpstreamCall, token: string): UpstreamCall;
  /**
   * Whether a 2xx response reports that the token is not valid; it is then replaced, and the call is repeated once. Absent:
   * the provider reports this with status 401.
   * @param start the first bytes of the response
   */
  rejects?(start: Buffer): boolean;
}

export interface AccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Converts a streamed response to server-sent events. It may keep state but must not wait. */
export interface StreamDecoder {
  /** @throws UpstreamError, SyntaxError if the bytes are malformed */
  push(chunk: Buffer): Buffer;
  /** Called after the last chunk. @throws SyntaxError if the response was cut within a message */
  end(): void;
  /** Events that complete the response; called after `end`. Absent: none. */
  last?(): Buffer;
}
