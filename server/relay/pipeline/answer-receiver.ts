import { table } from '../../core/table.js';
import { Deadline } from '../../core/deadline.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import type {
  AnswerReader,
  Provider,
  UpstreamCall,
  UpstreamHeaders,
} from '../../dialects/providers/provider.js';
import type { AnswerSink, OpenCall } from '../upstream/client.js';
import { reportAnswer } from './attempt-health.js';
import {
  failed,
  type Answer,
  type Answered,
  type Attempt,
  type Failed,
  type Interrupted,
} from './attempt-result.js';
import type { AttemptServices } from './attempt-services.js';
import type { Outcome } from './outcome.js';
import type { Ending } from './endings.js';
import { bodyReader } from './body-reader.js';
import { EndTimer } from './end-timer.js';
import { HoldWatch } from './hold-watch.js';
import { ClientWriter, sendHead } from './client-writer.js';
import type { BodyReader, Receiver } from './receiver.js';
import { StreamSilence, type SilenceOwner } from './stream-silence.js';
import { late, silent, StreamedError, unreadable } from './invalid-response.js';
import { masked } from './mask-secrets.js';
import { failureRenderer } from './passed-renderer.js';
import type { RequestScope } from './request-scope.js';
import type { Produced, RunningAnswer } from './running-answers.js';
import { settlementSoFar } from './settle.js';
import type { Reserved } from './stages.js';
import { ErrorBody } from './collected-answer.js';

/** Milliseconds. An error body that has not ended by then is read as far as it arrived. */
const ERROR_BODY_MS = 2000;
/** Error codes that, once the client has received bytes, lead to another ending than `cut-by-upstream`. */
const ENDING_OF = table<Ending>({
  upstream_timeout: 'stalled',
  stream_unreadable: 'malformed',
});

/** The result of an attempt that was sent. */
type SentResult = Answered<Answer> | Interrupted | Failed;

/**
 * Receives one upstream response and passes it to the client. Until `commit`, every failure fails the attempt and another
 * channel may be tried; after it, a failure becomes an ending.
 */
export class AnswerReceiver implements AnswerSink, Receiver, SilenceOwner, RunningAnswer {
  readonly request: Reserved;
  readonly scope: RequestScope;
  readonly reader: AnswerReader | undefined;
  private readonly watch: HoldWatch;
  private call: OpenCall | undefined;
  private body: BodyReader | undefined;
  private gathered: Buffer[] = [];
  /** Runs until the first content of a stream, or until the end of any other response. */
  private limit: Deadline | undefined;
  /** A non-streaming response has sent no byte yet, and another channel could be tried. */
  private waitsForByte = false;
  /** Created with the first bytes of a response that is sent as it arrives. */
  private writer: ClientWriter | undefined;
  position = -1;
  private readonly closing = new EndTimer(this);
  private silence: StreamSilence | undefined;
  private ended = false;
  private over = false;
  private isComplete = false;
  /** Whether this attempt committed; `scope.committed` may stem from an earlier, interrupted one. */
  private hasCommitted = false;
  /** The error for the client, if the response is not complete. */
  private problem: unknown;
  /** Output tokens last reported by `soFar`, stored in Redis beside the hold. */
  private reported = 0;

  constructor(
    readonly attempt: Attempt,
    readonly provider: Provider,
    readonly outcome: Outcome,
    private readonly services: AttemptServices,
    private readonly resolve: (result: SentResult) => void,
  ) {
    const { request, interrupted } = attempt;
    this.request = request;
    this.scope = request.scope;
    this.problem = interrupted?.problem;
    const native = interrupted ? undefined : provider.native[request.exchange.protocol.name];
    this.reader = native?.reader ?? provider.chat;
    this.watch = new HoldWatch(request, services.ledger);
  }

  start(call: UpstreamCall): void {
    const { attempt, request, scope, services } = this;
    const { stream } = request.params;
    const { idleMs } = services.times;
    const { firstTokenMs, firstByteMs } = attempt.limits;
    const firstMs = stream ? (firstTokenMs ?? services.times.firstTokenMs) : firstByteMs;
    this.waitsForByte = !stream && firstMs !== undefined;
    // Covers the time to the first content, not only to the status line.
    this.limitTo(Math.min(firstMs ?? Infinity, scope.timeLeft()));
    // A non-streaming response has one limit for all of it, whatever arrives in between.
    const limits = stream ? { headersMs: firstMs ?? 0, idleMs } : { headersMs: 0, idleMs: 0 };
    this.call = services.upstream.send(call, limits, attempt.channel.setting.proxy, this);
    scope.whenClientLeaves(() => this.clientLeft());
    services.running.add(this);
  }

  soFar(): Produced | undefined {
    const { request, outcome } = this;
    const { hold } = request;
    if (this.over || !this.scope.committed || request.exchange.operation) return undefined;
    const tokens = this.counted();
    if (tokens <= this.reported || hold.amount === 0) return undefined;
    this.reported = outcome.meter.tokens;
    return {
      hold,
      settlement: settlementSoFar(request, this.attempt.history, outcome, this.services.settings.current),
    };
  }

  cutByDrain(): void {
    if (this.over) return;
    const problem = new ApiError('draining', {}, { retryAfterSeconds: 1 });
    // A client that has received nothing yet gets an error response and is not charged.
    if (!this.scope.committed) return this.fail(problem);
    this.problem = problem;
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
      const ms = Math.min(ERROR_BODY_MS, this.scope.timeLeft());
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
    const { socket } = this.scope.exchange.response;
    const { stream } = this.request.params;
    // Corked, so that the rest of the response and its end, which `finish` sends shortly after, go out in one write.
    // `response.end` uncorks there; incomplete responses are uncorked here.
    if (stream) socket?.cork();
    this.flush();
    if (!this.over)
      this.guarded(() => {
        if (!this.body) throw new Error('a response ended before its head');
        this.body.end();
      });
    if (stream && !this.isComplete) socket?.uncork();
  }

  /** Processes all chunks of one read burst as a single buffer, within the same event-loop turn. */
  flush(): void {
    const { gathered, body } = this;
    if (this.over || !body || gathered.length === 0) return;
    if (this.waitsForByte) {
      this.waitsForByte = false;
      if (this.outcome.answered) this.limitTo(this.scope.timeLeft());
    }
    this.gathered = [];
    const bytes = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered);
    this.guarded(() => body.data(bytes));
  }

  /** The call failed, or the response is unusable. Once the client has received bytes, this becomes an ending. */
  fail(problem: UpstreamError | ApiError, ending?: Ending): void {
    this.flush();
    if (this.over) return;
    const { interrupted } = this.attempt;
    if (this.scope.committed && (!interrupted || this.hasCommitted)) {
      if (!this.ended && this.isWhole()) return this.endNow();
      this.problem = problem;
      const { code } = problem instanceof UpstreamError ? problem.failure : problem;
      this.interrupt(ending ?? ENDING_OF[code] ?? 'cut-by-upstream');
      return;
    }
    this.stop();
    this.call?.abort();
    this.resolve(failed(problem, this.outcome));
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
  private clientLeft(): void {
    const whole = this.scope.committed && !this.ended && this.isWhole();
    const { usage } = this.outcome;
    if (whole && usage && outputTotal(usage) > 0) return this.endNow();
    this.close('cut-by-client');
  }

  get isPaused(): boolean {
    return this.writer?.isPaused ?? false;
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
    const unfinished = this.attempt.mayContinue ? this.orNothing(() => this.body?.unfinished?.()) : undefined;
    if (!unfinished) return this.close(ending);
    this.stop();
    this.call?.abort();
    const { text, renderer } = unfinished;
    const problem = this.maskedProblem();
    this.resolve({ kind: 'interrupted', text, renderer, ending, problem, outcome: this.outcome });
  }

  /** The first part of the response is about to be sent: from here on no other channel can answer from the start. */
  commit(upstreamHeaders: UpstreamHeaders = {}, contentType?: string): void {
    const { request, scope } = this;
    this.hasCommitted = true;
    if (request.params.stream) {
      this.limit?.stop();
      this.limit = undefined;
      if (this.body?.events !== undefined)
        this.silence ??= new StreamSilence(this.body, this.services.times, this);
    }
    if (scope.committed) return;
    this.outcome.firstDataMs ??= Date.now() - request.exchange.startedAt;
    sendHead(scope, upstreamHeaders, contentType, this.services.settings.current.pingMs);
  }

  write(bytes: Buffer | string): void {
    this.writer ??= new ClientWriter(this.scope, this.call);
    this.writer.write(bytes);
  }

  /** Output tokens so far: raises the hold when the stream outgrows it, ends the stream when the balance is too low. */
  produced(outputTokens: number): void {
    if (this.over || !this.watch.due(outputTokens)) return;
    this.watch
      .raise(outputTokens, () => this.counted())
      .then((isCovered) => {
        // The request was settled in the meantime, so there is no hold left to raise. This is not an error.
        if (isCovered || this.over) return;
        this.problem = new ApiError('stream_quota_exhausted');
        this.close('quota-exhausted');
      })
      .catch((error: unknown) => this.crash(error));
  }

  /** Output tokens so far, including bytes that were passed on without being read. */
  private counted(): number {
    this.guarded(() => this.body?.measure?.());
    return this.outcome.meter.tokens;
  }

  complete(sendEnd: (usage: Usage) => void, storedResponse?: (usage: Usage) => object): void {
    this.flush();
    if (this.over) return;
    this.stop();
    this.isComplete = true;
    this.answer({
      ending: 'complete',
      problem: undefined,
      outcome: this.outcome,
      sendEnd,
      storedResponse,
      renderFailure: undefined,
    });
  }

  /** Ends a response that is not complete; the ending decides the charge. */
  private close(ending: Ending): void {
    this.flush();
    if (this.over) return;
    this.stop();
    this.call?.abort();
    const { interrupted } = this.attempt;
    const renderFailure = this.orNothing(() => this.body?.broken?.());
    this.answer({
      ending,
      problem: this.maskedProblem(),
      // The interrupted response is charged if this channel stopped with less output.
      outcome: longest(this.outcome, interrupted?.outcome),
      sendEnd: undefined,
      storedResponse: undefined,
      renderFailure: renderFailure ?? (interrupted && failureRenderer(interrupted.renderer)),
    });
  }

  private answer(answer: Answer): void {
    reportAnswer(this.attempt.channel, this.outcome, answer, this.services);
    this.resolve({ kind: 'answered', answer, admitted: this.attempt.admitted });
  }

  /** The problem without secrets of the channel. */
  private maskedProblem(): unknown {
    const { problem } = this;
    if (!(problem instanceof UpstreamError)) return problem;
    return new UpstreamError(masked(problem.failure, this.attempt.channel));
  }

  private stop(): void {
    this.over = true;
    this.services.running.delete(this);
    this.limit?.stop();
    this.silence?.stop();
    this.writer?.stop();
    this.closing.stop();
    this.scope.whenClientLeaves(undefined);
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
          this.services.report(error, this.request.exchange.requestId);
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

  /** A defect: the response stops, whatever the client has received. */
  private crash(defect: unknown): void {
    if (this.over) return this.services.report(defect, this.request.exchange.requestId);
    this.stop();
    this.call?.abort();
    const renderFailure = this.hasCommitted ? this.orNothing(() => this.body?.broken?.()) : undefined;
    this.resolve(failed(defect, this.outcome, renderFailure));
  }
}

/** Of two outcomes the one with more output, the first if they are equal. */
function longest(outcome: Outcome, other: Outcome | undefined): Outcome {
  return other && outcome.meter.tokens < other.meter.tokens ? other : outcome;
}

/** Shared by all responses, to avoid a closure per response. */
function flush(receiver: AnswerReceiver): void {
  receiver.flush();
}
