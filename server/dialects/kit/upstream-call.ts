import type { ToolNames } from '../canonical/conversation/tool-names.js';

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a response arrives as a whole or as a stream. */
export type AnswerMode = 'whole' | 'streamed';

export interface UpstreamCall {
  /**
   * How the upstream answers this conversation where it does not support the mode that the client requested: the gateway
   * collects the stream, or sends the whole response as a stream. Absent: as the client requested.
   */
  answerMode?: AnswerMode;
  /** Thinking effort or budget requested by a field or by the model's suffix; for the log. */
  reasoningEffort?: string;
  /** Tools whose names the provider does not accept: responses call them by the names that were sent. Absent: none. */
  toolNames?: ToolNames;
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
