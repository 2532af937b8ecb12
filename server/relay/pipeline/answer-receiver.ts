import { table } from '../../core/table.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { Deadline } from '../../core/deadline.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { outputTotal } from '../../dialects/canonical/usage.js';
import type {
  AnswerReader,
  Provider,
  UpstreamCall,
  UpstreamHeaders,
} from '../../dialects/providers/provider.js';
import type { AnswerSink, OpenCall } from '../upstream/client.js';
import { ArrayFraming } from './array-framing.js';
import type { AttemptServices } from './attempt-services.js';
import { known, type RelayContext } from './context.js';
import type { Outcome } from './outcome.js';
import { Interrupted } from './continuation.js';
import type { Ending } from './endings.js';
import { bodyReader } from './body-reader.js';
import { EndTimer } from './end-timer.js';
import { HoldWatch } from './hold-watch.js';
import { streamHeaders } from './headers.js';
import type { BodyReader, Receiver } from './receiver.js';
import { StreamSilence, type SilenceOwner } from './stream-silence.js';
import { late, silent, StreamedError, unreadable } from './invalid-response.js';
import { Pings } from './pings.js';
import type { Produced, RunningAnswer } from './running-answers.js';
import { settlementSoFar } from './settle.js';
import { ErrorBody } from './collected-answer.js';

/** Milliseconds. A client that reads nothing for this long is disconnected, so it cannot keep an upstream stream open. */
const WRITE_STALL_MS = 60_000;
/** Milliseconds. An error body that has not ended by then is read as far as it arrived. */
const ERROR_BODY_MS = 2000;
/** Error codes that, once the client has received bytes, lead to another ending than `cut-by-upstream`. */
const ENDING_OF = table<Ending>({
  upstream_timeout: 'stalled',
  stream_unreadable: 'malformed',
});

/**
 * Receives one upstream response and passes it to the client. Until `commit`, every failure rejects the attempt and
 * another channel may be tried; after it, a failure becomes an ending.
 */
export class AnswerReceiver implements AnswerSink, Receiver, SilenceOwner, RunningAnswer {
  readonly outcome: Outcome;
  readonly reader: AnswerReader | undefined;
  private readonly watch: HoldWatch;
  private call: OpenCall | undefined;
  private body: BodyReader | undefined;
  private gathered: Buffer[] = [];
  /** Runs until the first content of a stream, or until the end of any other response. */
  private limit: Deadline | undefined;
  /** A non-streaming response has sent no byte yet, and another channel could be tried. */
  private waitsForByte = false;
  private stalled: Deadline | undefined;
  position = -1;
  private readonly closing = new EndTimer(this);
  private silence: StreamSilence | undefined;
  private ended = false;
  private over = false;
  /** Whether this attempt committed; `context.committed` may stem from an earlier, interrupted one. */
  private carriesOn = false;
  /** Output tokens last reported by `soFar`, stored in Redis beside the hold. */
  private reported = 0;

  constructor(
    readonly context: RelayContext,
    readonly channel: RoutableChannel,
    readonly provider: Provider,
    private readonly services: AttemptServices,
    private readonly resolve: () => void,
    private readonly reject: (problem: unknown) => void,
  ) {
    this.outcome = known(context.outcome);
    const native = context.broken ? undefined : provider.native[context.exchange.protocol.name];
    this.reader = native?.reader ?? provider.chat;
    this.watch = new HoldWatch(context, services);
  }

  start(call: UpstreamCall): void {
    const { context, services } = this;
    const { stream } = known(context.read);
    const { idleMs } = services.times;
    const firstMs = stream ? (context.firstTokenMs ?? services.times.firstTokenMs) : context.firstByteMs;
    this.waitsForByte = !stream && firstMs !== undefined;
    // Covers the time to the first content, not only to the status line.
    this.limitTo(Math.min(firstMs ?? Infinity, context.timeLeft()));
    // A non-streaming response has one limit for all of it, whatever arrives in between.
    const limits = stream ? { headersMs: firstMs ?? 0, idleMs } : { headersMs: 0, idleMs: 0 };
    this.call = services.upstream.send(call, limits, this.channel.setting.proxy, this);
    context.whenClientLeaves(() => this.leave());
    services.running.add(this);
  }

  soFar(): Produced | undefined {
    const { context, outcome } = this;
    if (this.over || !context.committed || !context.hold || context.exchange.operation) return undefined;
    const tokens = this.counted();
    if (tokens <= this.reported || context.hold.amount === 0) return undefined;
    this.reported = outcome.meter.tokens;
    return { hold: context.hold, settlement: settlementSoFar(context, this.services.settings.current) };
  }

  cutByDrain(): void {
    if (this.over) return;
    const problem = new ApiError('draining', {}, { retryAfterSeconds: 1 });
    // A client that has received nothing yet gets an error response and is not charged.
    if (!this.context.committed) return this.fail(problem);
    this.context.problem = problem;
    this.close('cut-by-drain');
  }

  private limitTo(milliseconds: number): void {
    this.limit?.stop();
    this.limit = milliseconds < Infinity ? new Deadline(milliseconds, () => this.fail(late())) : undefined;
  }

  head(status: number, headers: UpstreamHeaders): void {
    if (status < 200 || status > 299) {
      this.body = new ErrorBody(this, status, headers);
      this.limit?.stop();
      const ms = Math.min(ERROR_BODY_MS, this.context.timeLeft());
      this.limit = new Deadline(ms, () => this.guarded(() => this.body?.end()));
      return;
    }
    this.outcome.answered = true;
    this.guarded(() => (this.body = bodyReader(this, headers)));
  }

  data(chunk: Buffer): void {
    if (this.over) return;
    if (this.gathered.push(chunk) === 1) process.nextTick(flush, this);
  }

  end(): void {
    this.ended = true;
    const { socket } = this.context.exchange.response;
    const { stream } = known(this.context.read);
    // Corked, so that the rest of the response and its end, which `finish` sends shortly after, go out in one write.
    // `response.end` uncorks there; incomplete responses are uncorked here.
    if (stream) socket?.cork();
    this.flush();
    if (!this.over) this.guarded(() => known(this.body).end());
    if (stream && this.context.ending !== 'complete') socket?.uncork();
  }

  /** Processes all chunks of one read burst as a single buffer, within the same event-loop turn. */
  flush(): void {
    const { gathered, body } = this;
    if (this.over || !body || gathered.length === 0) return;
    if (this.waitsForByte) {
      this.waitsForByte = false;
      if (this.outcome.answered) this.limitTo(this.context.timeLeft());
    }
    this.gathered = [];
    const bytes = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered);
    this.guarded(() => body.data(bytes));
  }

  /** The call failed, or the response is unusable. Once the client has received bytes, this becomes an ending. */
  fail(problem: UpstreamError | ApiError, ending?: Ending): void {
    this.flush();
    if (this.over) return;
    if (this.context.committed && !(this.context.broken && !this.carriesOn)) {
      if (!this.ended && this.isWhole()) return this.endNow();
      this.context.problem = problem;
      const { code } = problem instanceof UpstreamError ? problem.failure : problem;
      this.interrupt(ending ?? ENDING_OF[code] ?? 'cut-by-upstream');
      return;
    }
    this.stop();
    this.call?.abort();
    this.reject(problem);
  }

  expectEnd(withinMs: number | undefined): void {
    if (!this.ended && !this.over) this.closing.expect(withinMs);
  }

  /** Ends a response that is whole although its connection is still open or failed: the client need not wait for it. */
  private endNow(): void {
    if (this.over || this.ended || !this.isWhole()) return;
    this.call?.abort();
    this.end();
  }

  /** A response that was whole with its usage when the client disconnected is charged as reported. */
  private leave(): void {
    const whole = this.context.committed && !this.ended && this.isWhole();
    const { usage } = this.outcome;
    if (whole && usage && outputTotal(usage) > 0) return this.endNow();
    this.close('cut-by-client');
  }

  get isPaused(): boolean {
    return this.stalled !== undefined;
  }

  quiet(): void {
    this.endNow();
  }

  silent(): void {
    this.fail(silent());
  }

  interrupt(ending: Ending): void {
    this.flush();
    if (this.over) return;
    const { context } = this;
    const unfinished = context.mayContinue ? this.orNothing(() => this.body?.unfinished?.()) : undefined;
    if (!unfinished) return this.close(ending);
    this.stop();
    this.call?.abort();
    const { problem } = context;
    this.reject(new Interrupted({ ...unfinished, ending, problem, outcome: this.outcome }));
  }

  /** The first part of the response is about to be sent: from here on no other channel can answer from the start. */
  commit(upstreamHeaders: UpstreamHeaders = {}, contentType?: string): void {
    this.carriesOn = true;
    if (known(this.context.read).stream) {
      this.limit?.stop();
      this.limit = undefined;
      if (this.body?.events !== undefined)
        this.silence ??= new StreamSilence(this.body, this.services.times, this);
    }
    if (this.context.committed) return;
    const { response, requestId, startedAt, protocol, path } = this.context.exchange;
    this.context.committed = true;
    this.outcome.firstDataMs ??= Date.now() - startedAt;
    if (protocol.asArray?.(path)) this.context.array = new ArrayFraming();
    if (this.context.clientGone) return;
    const { pingMs } = this.services.settings.current;
    if (pingMs && !contentType && !this.context.array)
      this.context.pings = new Pings(response, protocol.keepAlive, pingMs);
    response.writeHead(
      200,
      streamHeaders(requestId, upstreamHeaders, contentType ?? this.context.array?.contentType),
    );
  }

  /** Sends bytes to the client; the upstream is paused while the client does not read them. */
  write(bytes: Buffer | string): void {
    const { array, exchange } = this.context;
    const { response } = exchange;
    this.context.pings?.told();
    if (this.context.clientGone || response.write(array?.events(bytes) ?? bytes) || this.stalled) return;
    this.call?.pause();
    this.stalled = new Deadline(WRITE_STALL_MS, () => response.destroy());
    response.once('drain', () => {
      this.stalled?.stop();
      this.stalled = undefined;
      this.call?.resume();
    });
  }

  /** Output tokens so far: raises the hold when the stream outgrows it, ends the stream when the balance is too low. */
  produced(outputTokens: number): void {
    if (this.over || !this.watch.due(outputTokens)) return;
    this.watch
      .raise(outputTokens, () => this.counted())
      .then((carried) => {
        // The request was settled in the meantime, so there is no hold left to raise. This is not an error.
        if (carried || this.over) return;
        this.context.problem = new ApiError('stream_quota_exhausted');
        this.close('quota-exhausted');
      })
      .catch((error: unknown) => this.crash(error));
  }

  /** Output tokens so far, including bytes that were passed on without being read. */
  private counted(): number {
    this.guarded(() => this.body?.measure?.());
    return this.outcome.meter.tokens;
  }

  /** Ends the response; the ending decides the charge. */
  close(ending: Ending): void {
    this.flush();
    if (this.over) return;
    this.stop();
    if (ending !== 'complete') {
      this.call?.abort();
      this.orNothing(() => this.body?.broken?.());
    }
    this.context.ending = ending;
    this.resolve();
  }

  private stop(): void {
    this.over = true;
    this.services.running.delete(this);
    this.limit?.stop();
    this.silence?.stop();
    this.stalled?.stop();
    this.closing.stop();
    this.context.whenClientLeaves(undefined);
  }

  /**
   * An exception while provider data is read or translated is a failure of that response, so another channel may be
   * tried. Exceptions that provider data cannot cause are also reported as defects.
   */
  private guarded<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (error instanceof StreamedError) this.fail(error, 'upstream-error');
      else if (error instanceof UpstreamError) this.fail(error);
      else {
        if (!(error instanceof RangeError || error instanceof SyntaxError))
          this.services.report(error, this.context.exchange.requestId);
        this.fail(unreadable(), 'malformed');
      }
      return undefined;
    }
  }

  private isWhole(): boolean {
    return this.orNothing(() => this.body?.whole?.()) ?? false;
  }

  /** For checks of a response that is about to end: what cannot be read counts as absent. */
  private orNothing<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch {
      return undefined;
    }
  }

  private crash(error: unknown): void {
    this.stop();
    this.call?.abort();
    if (this.context.committed) this.context.ending = 'malformed';
    this.reject(error);
  }
}

/** Shared by all responses, to avoid a closure per response. */
function flush(receiver: AnswerReceiver): void {
  receiver.flush();
}
