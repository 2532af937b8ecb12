import type { CanonicalChat } from '../canonical/chat.js';
import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import type { Usage } from '../canonical/usage.js';
import type { Instructed } from '../canonical/instructed.js';

export type ProtocolName =
  'openai-chat' | 'openai-completions' | 'openai-responses' | 'anthropic-messages' | 'gemini';

/** What the pipeline must know of a request before it chooses a channel; read without parsing the whole body. */
export interface ReadRequest {
  model: string;
  stream: boolean;
  /** Most output tokens: max_tokens or max_completion_tokens, the larger, times the answers asked for; undefined when not given. */
  maxTokens: number | undefined;
  /** Did the client ask for a usage frame at the end of the stream? */
  includeUsage: boolean;
  /** Answers asked for at once; undefined = 1. */
  answers?: number;
  /** The member that names something of one upstream account (Gemini's cachedContent): only a pinned channel can know it. */
  accountBound?: string;
  /** The earlier answer, kept upstream, that this request goes on from. */
  continues?: string;
  /** The input may refer to items of earlier answers by their ids. */
  refersToItems?: boolean;
  /** An upstream that speaks this protocol keeps the answer, so that later requests may go on from it. */
  isKept?: boolean;
}

/** An error as every protocol can show it. */
export interface ClientError {
  status: number;
  message: string;
  /** Null where the provider's error object has none. */
  code: string | number | null;
  /** `new_api_error` for our own, the provider's type for passed-on upstream errors. */
  kind: string;
  /** The request parameter at fault; null where the provider's error object names none. */
  parameter?: string | null;
  /** Google's error details, for clients of its API. */
  details?: readonly Readonly<Record<string, unknown>>[];
  /** The balance of the key or its owner is used up. */
  billing?: true;
  /** How long the client is asked to wait. */
  retryAfterSeconds?: number;
}

/** What a client speaks. Pure: parses requests, renders answers, stream events and errors. */
export interface Protocol {
  readonly name: ProtocolName;
  /** Channels that speak it themselves are asked before those it is translated for (E1); absent: all alike. */
  readonly nativeFirst?: true;
  /** How members begin whose `data` is a picture or a file in base64, for the hold; absent where data URLs say it. */
  readonly inlineMember?: string;
  /**
   * Reads the few top-level fields above and checks the body's rules (spec/relay-and-billing.md C1).
   * @param path of the call, with query; some protocols name model and manner there
   * @throws Refusal 400 for malformed JSON, invalid UTF-8, missing or invalid fields
   */
  read(body: Buffer, path: string): ReadRequest;
  /** Parses the whole request for translation. @throws Refusal 400 */
  parse(body: Buffer, path: string): CanonicalChat;
  /**
   * The request with a system prompt in the place of a missing one; everything else stays as the client said it. Absent
   * where requests have none.
   * @param always also before one of the client's own
   */
  instruct?(body: Buffer, prompt: string, always: boolean): Instructed;
  /**
   * The request with an output limit of at most `limit` tokens for each answer; every other byte stays. Absent where
   * requests take no limit. @throws SyntaxError
   */
  limitOutput?(body: Buffer, limit: number): Buffer;
  /** The answer to a request that did not stream. */
  answer(answer: CanonicalResponse, context: RenderContext): object;
  /** A fresh renderer for one stream: it may remember, it may not wait. */
  stream(context: RenderContext): StreamRenderer;
  /** Does this call want its stream as one JSON array of the events' data, instead of events? Absent: never. */
  asArray?(path: string): boolean;
  /** The answer to a request to count its input tokens; absent where clients cannot ask. */
  tokenCount?(tokens: number): object;
  /** HTTP status of an empty balance, where the protocol documents one; absent: the status of the refusal. */
  readonly billingStatus?: number;
  /** The JSON body of an error answer. */
  error(error: ClientError): object;
  /** The frame that ends a stream that failed after bytes were sent. */
  streamError(error: ClientError): string;
  /** A frame that keeps an idle connection open and means nothing. */
  readonly keepAlive: string;
}

export interface RenderContext {
  /** The name the client asked for; shown when the upstream named none. */
  model: string;
  /** Unix seconds. */
  createdAt: number;
  /** Render the usage frame? (always true for protocols that always carry usage) */
  includeUsage: boolean;
  /** Estimate, for protocols that promise a number in their first event. */
  inputTokens: number;
  /** The client's request, for protocols whose answers repeat some of it. */
  request?: Buffer;
  /** The id under which the gateway stores the answer; absent where it does not. */
  storedAs?: string | undefined;
  /** The stored answer that the request continued from. */
  continued?: string | undefined;
}

export interface StreamRenderer {
  /** Frames for one event, ready to send; '' when the event shows nothing. */
  event(event: CanonicalEvent): string;
  /** The frames that complete the stream. `usage` is what will be billed, also when the upstream sent none. */
  end(usage: Usage): string;
  /** The whole answer after its last event, before `end`; absent where answers are not stored. */
  whole?(usage: Usage): object;
  /**
   * The frames that end a stream that failed after bytes were sent; absent where `Protocol.streamError` says it all.
   * @param sent the last frames that reached the client, when they were not of this renderer
   */
  failed?(error: ClientError, sent?: Buffer): string;
  /**
   * Goes on where a vendor's own frames stopped, after all they told was told to this renderer; false when it cannot.
   * Absent where frames do not depend on those before.
   * @param sent the last frames that reached the client
   */
  resume?(sent: Buffer): boolean;
}
