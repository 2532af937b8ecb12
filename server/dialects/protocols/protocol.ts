import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import type { Usage } from '../canonical/usage.js';
import type { Instructed } from '../canonical/conversation/instructed.js';

export type ProtocolName =
  'openai-chat' | 'openai-completions' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** The fields of a request that the pipeline needs before it chooses a channel, read without parsing the whole body. */
export interface ReadRequest {
  model: string;
  stream: boolean;
  /**
   * Maximum output tokens: the larger of max_tokens and max_completion_tokens, times the number of requested choices;
   * undefined when the client set no limit.
   */
  maxTokens: number | undefined;
  /** True if the client requested a usage frame at the end of the stream. */
  includeUsage: boolean;
  /** Whether the request asks for its cost (`requestedCost`); undefined where it has no such member. */
  includeCost?: boolean;
  /** Number of requested choices; undefined = 1. */
  answers?: number;
  /**
   * The member that refers to an object of one upstream account (Gemini's cachedContent), which only a pinned channel can
   * know.
   */
  accountBound?: string;
  /** Id of the stored response that this request continues. */
  continues?: string;
  /** True if the input may refer to items of earlier responses by their ids. */
  refersToItems?: boolean;
  /** True if the input may hold compactions of the gateway. */
  mayHoldCompactions?: boolean;
  /** True if an upstream of this protocol stores the response, so that later requests may continue it. */
  isStored?: boolean;
  /** Service tiers that the request names (`priority`, `fast`), which may have a price of their own. */
  serviceTiers?: readonly string[];
  /** Members of the body that may refer to content outside it, or offer a tool; see `JsonObject.noted`. */
  noted?: readonly number[];
  /** True if the body has several members of one name, so that two parsers may read different values. */
  isRepeated?: true;
}

/** An error in the form that every protocol can render. */
export interface ClientError {
  status: number;
  message: string;
  /** Null where the provider's error object has none. */
  code: string | number | null;
  /** `new_api_error` for errors of the gateway, the provider's type for upstream errors. */
  kind: string;
  /** The invalid request parameter; null where the provider's error object has none. */
  parameter?: string | null;
  /** Google's error details, for clients of its API. */
  details?: readonly Readonly<Record<string, unknown>>[];
  /** The balance of the key or its owner is used up. */
  billing?: true;
  /** Seconds that the client should wait. */
  retryAfterSeconds?: number;
}

/** A client protocol: parses requests, renders responses, stream events and errors. Free of I/O. */
export interface Protocol {
  readonly name: ProtocolName;
  /** Channels that support the protocol natively are tried before those that need translation; absent: no preference. */
  readonly nativeFirst?: true;
  /**
   * Prefix of members whose `data` is base64 media, which the hold must not count as text; absent where only data URLs
   * contain media.
   */
  readonly inlineMember?: string;
  /**
   * Reads the fields of ReadRequest and checks the rules for the body.
   * @param path path of the request, with query; in some protocols it contains the model and whether to stream
   * @throws ApiError 400 for malformed JSON, invalid UTF-8, missing or invalid fields
   */
  read(body: Buffer, path: string): ReadRequest;
  /** Parses the whole request for translation. @throws ApiError 400 */
  parse(body: Buffer, path: string): CanonicalChat;
  /**
   * Adds a system prompt to a request that has none and leaves everything else unchanged. Absent where requests have no
   * system prompt.
   * @param always add it also before the client's own system prompt
   */
  instruct?(body: Buffer, prompt: string, always: boolean): Instructed;
  /** Whether the response is a compaction, whose content the gateway encrypts. Absent: never. */
  compacts?(body: Buffer): boolean;
  /**
   * Limits the output of each choice to at most `limit` tokens and leaves all other bytes unchanged. Absent where requests
   * take no limit. @throws SyntaxError
   */
  limitOutput?(body: Buffer, limit: number): Buffer;
  /**
   * Limits the calls of the tools that the provider runs and bills by the call, and leaves all other bytes unchanged. Absent
   * where requests take no such limit. @throws SyntaxError
   */
  limitTools?(body: Buffer, calls: number): Buffer;
  /** Renders the response to a non-streaming request. */
  answer(answer: CanonicalResponse, context: RenderContext): object;
  /** Creates a renderer for one stream; it may hold state but must not block. */
  stream(context: RenderContext): StreamRenderer;
  /** True if this call expects its stream as one JSON array of the events' data. Absent: never. */
  asArray?(path: string): boolean;
  /** Renders the response to a request to count input tokens; absent where the protocol has none. */
  tokenCount?(tokens: number): object;
  /** HTTP status of an exhausted balance, where the protocol documents one; absent: the status of the ApiError. */
  readonly billingStatus?: number;
  /**
   * How this protocol says that a conversation exceeds the model's context: clients that shorten it then search for these
   * words. Absent: like the upstream.
   */
  tooLong?(error: ClientError): Partial<ClientError>;
  /** Renders the JSON body of an error response. */
  error(error: ClientError): object;
  /** The frame that ends a stream that failed after bytes were sent. */
  streamError(error: ClientError): string;
  /** A frame without content that keeps an idle connection open. */
  readonly keepAlive: string;
}

export interface RenderContext {
  /** The requested model; shown when the upstream reported none. */
  model: string;
  /** Unix seconds. */
  createdAt: number;
  /** True if the usage frame must be rendered; always true for protocols that always include usage. */
  includeUsage: boolean;
  /** Estimated input tokens, for protocols that report a number in their first event. */
  inputTokens: number;
  /** The client's request, for protocols whose responses repeat parts of it. */
  request?: Buffer;
  /** The id under which the gateway stores the response; absent if it does not. */
  storedAs?: string | undefined;
  /** Encrypts the summary of a compaction for its owner; present where the protocol asks for one (`compacts`). */
  seal?: ((summary: string) => string) | undefined;
  /** Id of the stored response that the request continued. */
  continued?: string | undefined;
}

export interface StreamRenderer {
  /** Renders the frames of one event; '' when nothing is to be sent. */
  event(event: CanonicalEvent): string;
  /** Renders the frames that complete the stream. `usage` is what will be billed, even if the upstream reported none. */
  end(usage: Usage): string;
  /** The whole response, called after its last event and before `end`; absent where responses are not stored. */
  whole?(usage: Usage): object;
  /**
   * Renders the frames that end a stream that failed after bytes were sent; absent where `Protocol.streamError` suffices.
   * @param sent the last frames that reached the client, if this renderer did not write them
   */
  failed?(error: ClientError, sent?: Buffer): string;
  /**
   * Continues a stream whose frames so far were the provider's own, after this renderer has received the same events. False
   * when it cannot. Absent where frames do not depend on earlier ones.
   * @param sent the last frames that reached the client
   */
  resume?(sent: Buffer): boolean;
}
