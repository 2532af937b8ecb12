import type { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { retryAfterSeconds } from '../../dialects/kit/provider-error.js';
import type { StreamDecoder, UpstreamCall, UpstreamHeaders } from '../../dialects/kit/provider.js';
import type { AccessTokens } from './access-tokens.js';
import type { AnswerSink, OpenCall } from './client.js';

/** Milliseconds between two calls, unless the second one specifies its own: it asks whether work is done. */
const POLL_MS = 1000;
/** Maximum size of a response that may be followed by another call. */
const MAX_POLLED_BYTES = 64 * 1024 * 1024;

/** How often a question that fails for the moment is asked again in a row; the work goes on meanwhile. */
const MAX_REPEATS = 6;
/** The wait before such a repetition grows by this factor each time, up to the maximum in milliseconds. */
const WAIT_GROWTH = 1.5;
const MAX_REPEAT_MS = 5000;
/** Longest Retry-After of a response about running work that is honoured, in milliseconds. */
const MAX_ORDERED_MS = 60_000;

/** Sends a complete call. */
type Send = (call: UpstreamCall, sink: AnswerSink) => OpenCall;

/** Whether a call needs more than being sent. */
export function needsPreparation({ sign, accessToken, decoder, next, download, url }: UpstreamCall): boolean {
  return (
    sign !== undefined ||
    accessToken !== undefined ||
    decoder !== undefined ||
    next !== undefined ||
    download !== undefined ||
    url.startsWith('ws')
  );
}

/**
 * A call with a signature, an access token, a decoder or calls that follow it. To its sink it is one call with one
 * response, streamed as server-sent events.
 */
export class PreparedCall implements OpenCall, AnswerSink {
  private current: OpenCall | undefined;
  private token: string | undefined;
  /** The token was issued for this call, so that another one would not help. */
  private hasNewToken = false;
  private decoder: StreamDecoder | undefined;
  /** The response of a call that another may follow. */
  private collected: { status: number; headers: UpstreamHeaders; pieces: Buffer[]; size: number } | undefined;
  /** The head of a response that may yet report an invalid token. */
  private unproven: { status: number; headers: UpstreamHeaders } | undefined;
  private hasRepeated = false;
  /** Another call preceded the current one. */
  private isFollowUp = false;
  private repeats = 0;
  private timer: NodeJS.Timeout | undefined;
  private over = false;
  private paused = false;

  constructor(
    private call: UpstreamCall,
    private readonly send: Send,
    private readonly tokens: AccessTokens,
    private readonly proxy: string | undefined,
    private readonly sink: AnswerSink,
  ) {}

  start(): void {
    const { accessToken, sign } = this.call;
    try {
      const token = accessToken && this.tokens.get(accessToken, this.proxy);
      this.hasNewToken = token instanceof Promise;
      if (!(token instanceof Promise) && !sign) return this.dispatch(token, {});
      this.prepare(token).catch((problem: unknown) => this.giveUp(problem));
    } catch (problem) {
      queueMicrotask(() => this.giveUp(problem));
    }
  }

  private async prepare(token: string | Promise<string> | undefined): Promise<void> {
    const issued = await token;
    const signed = await this.call.sign?.(this.call, new Date());
    this.dispatch(issued, signed ?? {});
  }

  private dispatch(token: string | undefined, signed: Record<string, string>): void {
    if (this.over) return;
    this.token = token;
    const { call } = this;
    const authorized = call.accessToken && token !== undefined ? call.accessToken.apply(call, token) : call;
    this.current = this.send({ ...authorized, headers: { ...authorized.headers, ...signed } }, this);
    if (this.paused) this.current.pause();
  }

  private giveUp(problem: unknown): void {
    if (this.over) return;
    this.over = true;
    // Anything else is a defect of the provider's code, which the sink reports as an unusable response.
    if (problem instanceof UpstreamError) this.sink.fail(problem);
    else this.sink.fail(unreadable(String(problem)));
  }

  pause(): void {
    this.paused = true;
    this.current?.pause();
  }

  resume(): void {
    this.paused = false;
    this.current?.resume();
  }

  abort(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.current?.abort();
  }

  head(status: number, headers: UpstreamHeaders): void {
    const { accessToken } = this.call;
    if (status === 401 && accessToken && this.token !== undefined) {
      // It was revoked, or expired early: the key may still be valid.
      if (!this.hasNewToken && !this.hasRepeated) return this.repeat();
      this.tokens.forget(accessToken, this.token);
    }
    if (isSuccess(status) && accessToken?.rejects && !this.hasRepeated) this.unproven = { status, headers };
    else this.proven(status, headers);
  }

  private proven(status: number, headers: UpstreamHeaders): void {
    this.unproven = undefined;
    const { decoder, next, download } = this.call;
    const succeeded = isSuccess(status);
    if (!succeeded && isMomentary(status) && this.asksAgain(headers)) return;
    // The error of a file store says nothing about the channel.
    if (!succeeded && download) return this.unusable(`a file cannot be downloaded: status ${status}`);
    // A page of a proxy or a login form.
    if (download && String(headers['content-type'] ?? '').includes('text/html'))
      return this.unusable('a file cannot be downloaded: it is a web page');
    if (succeeded && (next ?? download)) {
      this.collected = { status, headers, pieces: [], size: 0 };
      return;
    }
    this.decoder = succeeded ? decoder?.(headers) : undefined;
    this.sink.head(status, this.decoder ? { ...headers, 'content-type': 'text/event-stream' } : headers);
  }

  data(chunk: Buffer): void {
    const { unproven } = this;
    if (unproven) {
      if (this.call.accessToken?.rejects?.(chunk)) return this.repeat();
      this.proven(unproven.status, unproven.headers);
    }
    const { collected, decoder } = this;
    if (collected) {
      collected.pieces.push(chunk);
      collected.size += chunk.length;
      if (collected.size > MAX_POLLED_BYTES) this.unusable('the answer is too large');
      return;
    }
    if (!decoder) return this.sink.data(chunk);
    let events: Buffer;
    try {
      events = decoder.push(chunk);
    } catch (problem) {
      return this.unusable(String(problem), problem);
    }
    if (events.length > 0) this.sink.data(events);
  }

  /** Sends the call again with a new token. */
  private repeat(): void {
    const { accessToken } = this.call;
    this.unproven = undefined;
    this.hasRepeated = true;
    this.current?.abort();
    if (accessToken && this.token !== undefined) this.tokens.forget(accessToken, this.token);
    this.start();
  }

  end(): void {
    if (this.unproven) this.proven(this.unproven.status, this.unproven.headers);
    if (this.collected) return this.endCollected(this.collected);
    try {
      this.decoder?.end();
    } catch (problem) {
      return this.unusable(String(problem), problem);
    }
    const last = this.decoder?.last?.();
    if (last) this.sink.data(last);
    this.over = true;
    this.sink.end();
  }

  private endCollected({ status, headers, pieces }: NonNullable<typeof this.collected>): void {
    let bytes = Buffer.concat(pieces);
    const { download } = this.call;
    let next: UpstreamCall | undefined;
    try {
      const body: unknown = download ? download.read(bytes) : JSON.parse(bytes.toString('utf8'));
      next = this.call.next?.(body);
      if (download && !next) bytes = Buffer.from(JSON.stringify(body));
    } catch (problem) {
      if (problem instanceof UpstreamError) this.sink.awaitsWork?.(false);
      return this.unusable(String(problem), problem);
    }
    this.collected = undefined;
    this.sink.awaitsWork?.(next?.workBegun === true);
    if (next) {
      if (next.priceFactor !== undefined) this.sink.reportsPrice?.(next.priceFactor);
      this.call = next;
      this.isFollowUp = true;
      this.repeats = 0;
      const waitMs = next.waitMs ?? POLL_MS;
      const ordered = next.workBegun && !next.download ? orderedWaitMs(headers) : 0;
      this.timer = setTimeout(() => this.start(), Math.max(waitMs, ordered));
      return;
    }
    this.over = true;
    this.sink.head(status, download ? { 'content-type': 'application/json' } : headers);
    this.sink.data(bytes);
    this.sink.end();
  }

  fail(problem: UpstreamError | ApiError): void {
    if (this.over) return;
    if (problem instanceof UpstreamError && this.asksAgain()) return;
    this.over = true;
    this.sink.fail(problem);
  }

  /** Repeats a question about work that has begun, or a download, rather than losing what the provider charges for. */
  private asksAgain(headers: UpstreamHeaders = {}): boolean {
    const { method, workBegun, waitMs } = this.call;
    const isQuestion = method === 'GET' || workBegun === true;
    if (!this.isFollowUp || !isQuestion || this.repeats >= MAX_REPEATS) return false;
    const grown = (waitMs || POLL_MS) * WAIT_GROWTH ** this.repeats;
    this.repeats++;
    this.current?.abort();
    this.collected = undefined;
    const ordered = orderedWaitMs(headers);
    this.timer = setTimeout(() => this.start(), Math.max(Math.min(grown, MAX_REPEAT_MS), ordered));
    return true;
  }

  private unusable(detail: string, problem?: unknown): void {
    this.current?.abort();
    this.giveUp(problem instanceof UpstreamError ? problem : unreadable(detail));
  }
}

/** Milliseconds that the provider demands in Retry-After; 0 if it demands none. */
function orderedWaitMs(headers: UpstreamHeaders): number {
  return Math.min((retryAfterSeconds(headers, Date.now()) ?? 0) * 1000, MAX_ORDERED_MS);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isMomentary(status: number): boolean {
  return status === 429 || status >= 500;
}

function unreadable(detail: string): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: 'the upstream sent a response that cannot be read',
    text: 'upstream_unreadable',
    detail,
    kind: 'upstream_error',
    code: 'invalid_response',
    retryable: true,
    disables: false,
  });
}
