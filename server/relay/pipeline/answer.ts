import type { RoutableChannel } from '../../channels/channel-directory.js';
import { Deadline } from '../../core/deadline.js';
import { Refusal } from '../../core/refusal.js';
import { UpstreamError } from '../hub/failure.js';
import type { AnswerReader, Provider, UpstreamCall, UpstreamHeaders } from '../providers/provider.js';
import type { AnswerSink, OpenCall } from '../upstream/client.js';
import { ArrayFraming } from './array-framing.js';
import type { AttemptHouse } from './attempt-house.js';
import { known, type RelayContext } from './context.js';
import type { Outcome } from './outcome.js';
import { Continuation, Interrupted } from './continuation.js';
import type { Ending } from './endings.js';
import { HoldWatch } from './hold-watch.js';
import { streamHeaders } from './headers.js';
import type { BodyReader, Receiver } from './receiver.js';
import { late, unusable } from './unusable.js';
import { operationAnswer } from './operation-answer.js';
import { Pings } from './pings.js';
import { PassedStream } from './passed-stream.js';
import { TranslatedStream } from './translated-stream.js';
import { ErrorBody, WholeAnswer } from './whole-answer.js';

/** A client that takes nothing for this long is dropped, so that it cannot hold an upstream stream open for ever. */
const WRITE_STALL_MS = 60_000;
/** Which problems, once the client has seen bytes, are another ending than a cut. */
const ENDING_OF: Readonly<Record<string, Ending>> = {
  upstream_timeout: 'stalled',
  stream_unreadable: 'malformed',
};

/**
 * Receives one upstream answer and passes it to the client. Until `commit`, every failure rejects the attempt and
 * another channel may be asked; after it, a failure becomes an ending.
 */
export class AnswerReceiver implements AnswerSink, Receiver {
  readonly outcome: Outcome;
  readonly reader: AnswerReader | undefined;
  private readonly watch: HoldWatch;
  private call: OpenCall | undefined;
  private body: BodyReader | undefined;
  private gathered: Buffer[] = [];
  private firstToken: Deadline | undefined;
  private stalled: Deadline | undefined;
  private closing: NodeJS.Timeout | undefined;
  private ended = false;
  private over = false;
  /** Has this attempt told the client anything? */
  private carriesOn = false;

  constructor(
    readonly context: RelayContext,
    readonly channel: RoutableChannel,
    readonly provider: Provider,
    private readonly house: AttemptHouse,
    private readonly resolve: () => void,
    private readonly reject: (problem: unknown) => void,
  ) {
    this.outcome = known(context.outcome);
    const native = context.broken ? undefined : provider.native[context.exchange.protocol.name];
    this.reader = native?.reader ?? provider.chat;
    this.watch = new HoldWatch(context, house);
  }

  start(call: UpstreamCall): void {
    const { idleMs, wholeMs } = this.house.times;
    const firstTokenMs = this.context.firstTokenMs ?? this.house.times.firstTokenMs;
    const { stream } = known(this.context.read);
    // For streams the clock runs until the first event that means something, not just until the status line.
    if (stream) this.firstToken = new Deadline(firstTokenMs, () => this.fail(late()));
    const limits = { headersMs: stream ? firstTokenMs : wholeMs, idleMs: stream ? idleMs : wholeMs };
    this.call = this.house.upstream.send(call, limits, this.channel.setting.proxy, this);
    this.context.whenClientLeaves(() => this.close('cut-by-client'));
  }

  head(status: number, headers: UpstreamHeaders): void {
    if (status < 200 || status > 299) {
      this.body = new ErrorBody(this, status, headers);
      return;
    }
    this.outcome.answered = true;
    const { operation } = this.context.exchange;
    if (operation) {
      const codec = known(this.provider.operations?.[operation.name]);
      this.body = operationAnswer(this, codec, headers);
      return;
    }
    const isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
    const codec = this.provider.native[this.context.exchange.protocol.name];
    // Rewriting mends what relatives of OpenAI's chat get wrong; answers of another shape are not meant.
    const native = this.channel.setting.rewriteAnswers && !codec?.reader ? undefined : codec;
    const { broken } = this.context;
    if (broken && !isStream) this.fail(unusable('no stream to carry on with'));
    else if (broken)
      this.body = new TranslatedStream(
        this,
        new Continuation(broken.text, this.outcome.prefilled !== undefined),
      );
    else if (!isStream || !known(this.context.read).stream)
      this.body = new WholeAnswer(this, headers, isStream, native);
    else this.body = native ? new PassedStream(this, native, headers) : new TranslatedStream(this);
  }

  data(chunk: Buffer): void {
    if (this.over) return;
    if (this.gathered.push(chunk) === 1) process.nextTick(flush, this);
  }

  end(): void {
    this.ended = true;
    const { socket } = this.context.exchange.response;
    const { stream } = known(this.context.read);
    // What is left of the answer waits for its end, which `finish` sends in a moment: one write for both. There
    // `response.end` uncorks; an answer that is not complete is not held.
    if (stream) socket?.cork();
    this.flush();
    if (!this.over) this.guarded(() => known(this.body).end());
    if (stream && this.context.ending !== 'complete') socket?.uncork();
  }

  /** A burst arrives as one read and is told piece by piece: it goes on as one piece, within the same turn. */
  flush(): void {
    const { gathered, body } = this;
    if (this.over || !body || gathered.length === 0) return;
    this.gathered = [];
    const bytes = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered);
    this.guarded(() => body.data(bytes));
  }

  /** The call failed, or the answer turned out to be none. After the client has seen bytes it becomes an ending. */
  fail(problem: UpstreamError | Refusal, ending?: Ending): void {
    this.flush();
    if (this.over) return;
    if (this.context.committed && !(this.context.broken && !this.carriesOn)) {
      if (!ending && !this.ended && this.guarded(() => this.body?.whole?.())) return this.endNow();
      this.context.problem = problem;
      const { code } = problem instanceof UpstreamError ? problem.failure : problem;
      this.breakOff(ending ?? ENDING_OF[code] ?? 'cut-by-upstream');
      return;
    }
    this.stop();
    this.call?.abort();
    this.reject(problem);
  }

  expectEnd(withinMs: number | undefined): void {
    if (this.ended || this.over) return;
    clearTimeout(this.closing);
    this.closing = undefined;
    if (withinMs === undefined) return;
    // While the client takes nothing, nothing more can come.
    const act = () => (this.stalled ? this.expectEnd(withinMs) : this.endNow());
    this.closing = setTimeout(act, withinMs);
  }

  /** The answer has come to its end though its connection has not, or has ended badly: the client does not wait for that. */
  private endNow(): void {
    if (this.over || !this.guarded(() => this.body?.whole?.())) return;
    this.call?.abort();
    this.end();
  }

  breakOff(ending: Ending): void {
    this.flush();
    if (this.over) return;
    const { context } = this;
    const unfinished = context.mayContinue ? this.guarded(() => this.body?.unfinished?.()) : undefined;
    if (this.over) return;
    if (!unfinished) return this.close(ending);
    this.stop();
    this.call?.abort();
    const { problem } = context;
    this.reject(new Interrupted({ ...unfinished, ending, problem, outcome: this.outcome }));
  }

  /** The first piece of the answer is on its way: from here on no other channel is asked. */
  commit(upstreamHeaders: UpstreamHeaders = {}, contentType?: string): void {
    this.firstToken?.stop();
    this.firstToken = undefined;
    this.carriesOn = true;
    if (this.context.committed) return;
    const { response, requestId, startedAt, protocol, path } = this.context.exchange;
    this.context.committed = true;
    this.outcome.firstDataMs ??= Date.now() - startedAt;
    if (protocol.asArray?.(path)) this.context.array = new ArrayFraming();
    if (this.context.clientGone) return;
    const { pingMs } = this.house.settings.current;
    if (pingMs && !contentType && !this.context.array)
      this.context.pings = new Pings(response, protocol.keepAlive, pingMs);
    response.writeHead(
      200,
      streamHeaders(requestId, upstreamHeaders, contentType ?? this.context.array?.contentType),
    );
  }

  /** Sends a piece to the client; the upstream pauses while the client does not take it. */
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

  /** Output so far: raises the hold where the stream outgrows it, ends the stream where the balance cannot. */
  produced(outputTokens: number): void {
    if (this.over || !this.watch.due(outputTokens)) return;
    this.watch
      .raise(outputTokens)
      .then((carried) => {
        // Settled meanwhile: there is no hold to raise any more, and nothing went wrong.
        if (carried || this.over) return;
        this.context.problem = new Refusal('stream_quota_exhausted');
        this.close('quota-exhausted');
      })
      .catch((error: unknown) => this.crash(error));
  }

  /** The answer is over; how, decides what it costs. */
  close(ending: Ending): void {
    this.flush();
    if (this.over) return;
    this.stop();
    if (ending !== 'complete') {
      this.call?.abort();
      this.guarded(() => this.body?.broken?.());
    }
    this.context.ending = ending;
    this.resolve();
  }

  private stop(): void {
    this.over = true;
    this.firstToken?.stop();
    this.stalled?.stop();
    clearTimeout(this.closing);
    this.context.whenClientLeaves(undefined);
  }

  /** An exception in a reader ends this request, never the process. */
  private guarded<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (error instanceof UpstreamError) this.fail(error);
      else this.crash(error);
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

/** One for all answers, instead of one function for each. */
function flush(receiver: AnswerReceiver): void {
  receiver.flush();
}
