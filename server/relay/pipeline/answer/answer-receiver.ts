import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { outputTotal, type Usage } from '../../../dialects/canonical/usage.js';
import type {
  AnswerReader,
  Provider,
  UpstreamCall,
  UpstreamHeaders,
} from '../../../dialects/kit/provider.js';
import type { AnswerSink, OpenCall } from '../../upstream/client.js';
import { reportAnswer } from '../attempt/attempt-health.js';
import {
  failed,
  type Answer,
  type Answered,
  type Attempt,
  type Failed,
  type Interrupted,
  type SendEnd,
} from '../attempt/attempt-result.js';
import type { AttemptServices } from '../attempt/attempt-services.js';
import type { Outcome } from './outcome.js';
import type { Ending } from '../settle/endings.js';
import { bodyReader } from './body-reader.js';
import { ClientWriter, sendHead } from '../client/client-writer.js';
import type { BodyReader, Receiver } from './receiver.js';
import { silent, StreamedError, unreadable } from './invalid-response.js';
import { completeAnswer, endedAnswer, endingOf, maskedProblem } from './received-answer.js';
import type { RequestScope } from '../request-scope.js';
import type { Produced, RunningAnswer } from '../settle/running-answers.js';
import { ResponseTimers, type TimersOwner } from './response-timers.js';
import { RunningCharge, type ChargedResponse } from '../settle/running-charge.js';
import type { Reserved } from '../stages.js';
import { ErrorBody } from './collected-answer.js';
import { ReadBurst } from './read-burst.js';
import { isBlank } from './json-end.js';

/** The result of an attempt that was sent. */
type SentResult = Answered<Answer> | Interrupted | Failed;

/**
 * Receives one upstream response and passes it to the client. Until `commit`, every failure fails the attempt and another
 * channel may be tried; after it, a failure becomes an ending.
 */
export class AnswerReceiver implements AnswerSink, Receiver, TimersOwner, ChargedResponse, RunningAnswer {
  readonly request: Reserved;
  readonly scope: RequestScope;
  readonly reader: AnswerReader | undefined;
  private readonly charge: RunningCharge;
  private call: OpenCall | undefined;
  private body: BodyReader | undefined;
  private readonly burst = new ReadBurst();
  /** Created with the first bytes of a response that is sent as it arrives. */
  private writer: ClientWriter | undefined;
  position = -1;
  private readonly timers = new ResponseTimers(this);
  /** When a non-streaming response must be whole so that another channel may be tried; milliseconds of `Date.now()`. */
  private wholeBy = Infinity;
  private ended = false;
  isOver = false;
  private isComplete = false;
  /** Whether this attempt committed; `scope.committed` may stem from an earlier, interrupted one. */
  private hasCommitted = false;
  /** The error for the client, if the response is not complete. */
  private problem: unknown;

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
    const native =
      interrupted || outcome.isConversation ? undefined : provider.native[request.exchange.protocol.name];
    this.reader = native?.reader ?? provider.chat;
    this.charge = new RunningCharge(this, attempt, outcome, services);
  }

  start(call: UpstreamCall): void {
    const { attempt, request, outcome, scope, services } = this;
    const isWhole = !request.params.stream;
    const streams = outcome.answerMode ? outcome.answerMode === 'streamed' : !isWhole;
    const { idleMs } = services.times;
    const { firstTokenMs, firstByteMs, wholeMs } = attempt.limits;
    const firstMs = streams ? (firstTokenMs ?? services.times.firstTokenMs) : firstByteMs;
    this.timers.waitsForByte = !streams && firstMs !== undefined;
    if ((isWhole || !streams) && firstByteMs !== undefined) this.wholeBy = Date.now() + wholeMs;
    // Covers the time to the first content, not only to the status line.
    this.timers.limitTo(Math.min(firstMs ?? Infinity, scope.timeLeft()));
    // A non-streaming response has one limit for all of it, whatever arrives in between.
    const limits = streams ? { headersMs: firstMs ?? 0, idleMs } : { headersMs: 0, idleMs: 0 };
    this.call = services.upstream.send(call, limits, attempt.channel.setting.proxy, this);
    scope.whenClientLeaves(() => this.clientLeft());
    services.running.add(this);
  }

  soFar(): Produced | undefined {
    if (this.isOver || !this.scope.committed || this.request.exchange.operation) return undefined;
    return this.charge.soFar();
  }

  cutByDrain(): void {
    if (this.isOver) return;
    const problem = new ApiError('draining', {}, { retryAfterSeconds: 1 });
    // A client that has received nothing yet gets an error response and is not charged.
    if (!this.scope.committed) return this.fail(problem);
    this.problem = problem;
    this.close('cut-by-drain');
  }

  awaitsWork(awaits: boolean): void {
    if (awaits) this.outcome.answered = true;
    this.outcome.awaitsWork = awaits;
  }

  reportsPrice(factor: number): void {
    this.outcome.priceFactor = factor;
  }

  head(status: number, headers: UpstreamHeaders): void {
    this.scope.trace?.responded(status);
    if (status < 200 || status > 299) {
      this.body = new ErrorBody(this, status, headers);
      this.timers.errorBody(this.scope.timeLeft());
      return;
    }
    this.outcome.answered = true;
    this.outcome.servedTier = this.provider.servedTier?.(headers);
    this.guarded(() => (this.body = bodyReader(this, headers)));
  }

  endErrorBody(): void {
    this.guarded(() => this.body?.end());
  }

  data(chunk: Buffer): void {
    if (this.isOver) return;
    if (this.burst.add(chunk)) process.nextTick(flush, this);
  }

  end(): void {
    this.ended = true;
    const { socket } = this.scope.exchange.response;
    const { stream } = this.request.params;
    // Corked, so that the rest of the response and its end, which `finish` sends shortly after, go out in one write.
    // `response.end` uncorks there; incomplete responses are uncorked here.
    if (stream) socket?.cork();
    this.flush();
    if (!this.isOver)
      this.guarded(() => {
        if (!this.body) throw new Error('a response ended before its head');
        this.body.end();
      });
    if (stream && !this.isComplete) socket?.uncork();
  }

  /** Processes all chunks of one read burst as a single buffer, within the same event-loop turn. */
  flush(): void {
    const { body } = this;
    if (this.isOver || !body) return;
    const bytes = this.burst.take();
    if (!bytes) return;
    // Some providers send blanks while they work.
    if (this.timers.waitsForByte && !isBlank(bytes))
      this.timers.firstByte(
        this.outcome.answered ? Math.min(this.scope.timeLeft(), this.wholeBy - Date.now()) : undefined,
      );
    try {
      body.data(bytes);
    } catch (error) {
      this.failFor(error);
    }
  }

  /** The call failed, or the response is unusable. Once the client has received bytes, this becomes an ending. */
  fail(problem: UpstreamError | ApiError, ending?: Ending): void {
    this.flush();
    if (this.isOver) return;
    const { interrupted } = this.attempt;
    if (this.scope.committed && (!interrupted || this.hasCommitted)) {
      if (!this.ended && this.isWhole()) return this.endNow();
      this.problem = problem;
      this.interrupt(ending ?? endingOf(problem));
      return;
    }
    // A response that is sent whole, whose connection broke after its end.
    const isCollected = !this.request.params.stream || this.body?.events === undefined;
    if (!this.ended && isCollected && this.isWhole()) return this.endNow();
    this.stop();
    this.call?.abort();
    this.resolve(failed(problem, this.outcome));
  }

  expectEnd(withinMs: number | undefined): void {
    if (!this.ended && !this.isOver) this.timers.expectEnd(withinMs);
  }

  /** Ends a response that is whole although its connection is still open or failed: the client need not wait for it. */
  private endNow(): void {
    if (this.isOver || this.ended || !this.isWhole()) return;
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
    if (this.isOver) return;
    const unfinished = this.attempt.mayContinue ? this.orNothing(() => this.body?.unfinished?.()) : undefined;
    if (!unfinished) return this.close(ending);
    this.stop();
    this.call?.abort();
    const { text, renderer } = unfinished;
    const problem = maskedProblem(this.problem, this.attempt.channel);
    this.resolve({ kind: 'interrupted', text, renderer, ending, problem, outcome: this.outcome });
  }

  /** The first part of the response is about to be sent: from here on no other channel can answer from the start. */
  commit(upstreamHeaders: UpstreamHeaders = {}, contentType?: string): void {
    const { request, scope } = this;
    this.hasCommitted = true;
    if (request.params.stream) this.timers.contentBegan(this.body, this.services.times);
    else if (this.wholeBy < Infinity) this.timers.limitTo(scope.timeLeft());
    if (scope.committed) return;
    this.outcome.firstDataMs ??= Date.now() - request.exchange.startedAt;
    const { pingMs, quotaPerUsd } = this.services.settings.current;
    // The cost of bytes that are passed on is not known before their end.
    const isWhole = contentType !== undefined && quotaPerUsd !== undefined;
    sendHead(scope, upstreamHeaders, contentType, pingMs, isWhole ? this.attempt.channel.type : undefined);
  }

  collecting(): void {
    this.timers.contentBegan(this.body, this.services.times);
    this.timers.firstByte(Math.min(this.scope.timeLeft(), this.wholeBy - Date.now()));
  }

  write(bytes: Buffer | string): void {
    this.writer ??= new ClientWriter(this.scope, this.call);
    this.writer.write(bytes);
  }

  produced(outputTokens: number): void {
    this.charge.produced(outputTokens);
  }

  measure(): void {
    this.guarded(() => this.body?.measure?.());
  }

  cutByQuota(): void {
    this.problem = new ApiError('stream_quota_exhausted');
    this.close('quota-exhausted');
  }

  complete(sendEnd: SendEnd, storedResponse?: (usage: Usage) => object): void {
    this.flush();
    if (this.isOver) return;
    this.stop();
    this.isComplete = true;
    this.answer(completeAnswer(this.outcome, sendEnd, storedResponse));
  }

  /** Ends a response that is not complete; the ending decides the charge. */
  private close(ending: Ending): void {
    this.flush();
    if (this.isOver) return;
    this.stop();
    this.call?.abort();
    const { channel, interrupted } = this.attempt;
    const renderFailure = this.orNothing(() => this.body?.broken?.());
    const problem = maskedProblem(this.problem, channel);
    this.answer(endedAnswer(ending, problem, this.outcome, renderFailure, interrupted));
  }

  private answer(answer: Answer): void {
    reportAnswer(this.attempt.channel, this.outcome, answer, this.services);
    this.resolve({ kind: 'answered', answer, admitted: this.attempt.admitted });
  }

  private stop(): void {
    this.isOver = true;
    this.services.running.delete(this);
    this.timers.stop();
    this.writer?.stop();
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
      this.failFor(error);
      return undefined;
    }
  }

  private failFor(error: unknown): void {
    if (error instanceof StreamedError) this.fail(error, 'upstream-error');
    else if (error instanceof UpstreamError) this.fail(error);
    else {
      if (!(error instanceof RangeError || error instanceof SyntaxError))
        this.services.report(error, this.request.exchange.requestId);
      this.fail(unreadable(), 'malformed');
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
  crash(defect: unknown): void {
    if (this.isOver) return this.services.report(defect, this.request.exchange.requestId);
    this.stop();
    this.call?.abort();
    const renderFailure = this.hasCommitted ? this.orNothing(() => this.body?.broken?.()) : undefined;
    this.resolve(failed(defect, this.outcome, renderFailure));
  }
}

/** Shared by all responses, to avoid a closure per response. */
function flush(receiver: AnswerReceiver): void {
  receiver.flush();
}
