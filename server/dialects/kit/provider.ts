import type { UpstreamSetting } from '../../contract/resources/channels/channel-upstream.js';
import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import type { UpstreamFailure } from '../canonical/failure.js';
import type { Usage } from '../canonical/usage.js';
import type { UnknownRecord } from '../json/lenient.js';
import type { OperationName, OperationRequest } from '../operations/operation.js';
import type { ProtocolName } from '../protocols/protocol.js';
import type { ProviderFacts } from './facts/provider-facts.js';
import type { NativeFinish } from './native-finish.js';
import type { TaskCodec, TaskFamily } from '../task-apis/task.js';
import type { RulesOf } from './rules/chat-rules.js';
import type { EstimateTarget, Target } from './target.js';
import type { UpstreamCall, UpstreamHeaders } from './upstream-call.js';

export type { EstimateTarget, ProviderSettings, Target } from './target.js';
export type {
  AccessToken,
  AccessTokenCodec,
  AnswerMode,
  StreamDecoder,
  UpstreamCall,
  UpstreamHeaders,
} from './upstream-call.js';

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
  /** Its own words and members in responses; absent: its readers need none, or know them only themselves. */
  readonly facts?: ProviderFacts;
  /**
   * The service tier that served the request, as the headers of its response state it; '' for ordinary service. Absent or
   * undefined: it is in the response, if anywhere.
   */
  servedTier?(headers: UpstreamHeaders): string | undefined;
  /** Parses a response whose status is not 2xx. Names in `headers` are lower-case. */
  readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure;
}

export interface ChatCodec extends AnswerReader {
  /** @throws ApiError 400 (convert_request_failed / unsupported_parameter) if this dialect cannot express the request */
  request(chat: CanonicalChat, target: Target): UpstreamCall;
  /** What it accepts, by model. Absent: requests are not fitted before they are built. */
  readonly rules?: RulesOf;
  /**
   * Whether the upstream does not fetch this URL of an image or file itself. The gateway then downloads it and replaces the
   * URL by its bytes before `request`. Absent: never.
   */
  mustFetch?(url: string): boolean;
  /** Reasoning that a model, by its upstream name, expects back with the results of tools. Absent: none. */
  thoughts?(model: string): ThoughtRules | undefined;
  /**
   * What the provider bills for this conversation where it bills characters of the text: charged if the response reports no
   * usage. The body of a request has at least as many bytes, which are held. Absent: it bills tokens.
   */
  estimate?(chat: CanonicalChat): Usage;
  /** The provider reports no usage in any response. Absent: a response without it is a defect of the upstream. */
  readonly reportsUsage?: false;
  /** See `NativeCodec.leastThinkingLimit`. */
  readonly leastThinkingLimit?: number;
  /** Whether the model continues an assistant turn at the end of the conversation. Absent: never. */
  prefills?(chat: CanonicalChat): boolean;
}

/** Reasoning behind tool calls is stored and, where the client did not send it back, inserted before `ChatCodec.request`. */
export interface ThoughtRules {
  /**
   * Who can verify the reasoning: signed or encrypted reasoning is sent to providers with the same issuer only. `TEXT`: it is
   * plain text, and that of every provider is accepted.
   */
  readonly issuer: string;
  /** Ids of the tool calls whose reasoning is expected back and is not in the conversation. */
  missing(chat: CanonicalChat, target: Target): readonly string[];
}

/** Reads responses of one format. */
export interface AnswerReader {
  /** Reads a complete 2xx response. @throws UpstreamError for an error inside a 2xx body, or an unusable body */
  answer(body: unknown): CanonicalResponse;
  /** Creates a reader for one stream. It may keep state but must not wait. Malformed frames throw SyntaxError. */
  stream(options?: ReadOptions): (frame: Frame) => CanonicalEvent[];
}

export interface ReadOptions {
  /** Read the sources of the text. To place some providers' sources, the text is kept in memory (`AnswerText`). */
  readonly citations?: boolean;
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
  /**
   * Offset of the event that completes the response in these complete events; -1 if it is not among them. Absent where a
   * response has several results of which none is marked as the last: it is complete when the upstream closes it.
   */
  endOf?(events: Buffer): number;
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
  /**
   * Finds finish reasons that must not be passed on, in complete events and in whole responses. Absent where the reader of
   * the last events finds all of them.
   */
  readonly finish?: NativeFinish;
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
