import { Deadline } from '../../../core/deadline.js';
import type { UpstreamError } from '../../../dialects/canonical/failure.js';
import { late, unfinished } from './invalid-response.js';
import type { BodyReader } from './receiver.js';
import { StreamSilence, type SilenceLimits, type SilenceOwner } from './stream-silence.js';

/** Milliseconds. An error body that has not ended by then is read as far as it arrived. */
const ERROR_BODY_MS = 2000;

/** The response that the timers belong to. */
export interface TimersOwner extends SilenceOwner {
  /** A limit has passed. */
  fail(problem: UpstreamError): void;
  /** The body of an error is not waited for any longer. */
  endErrorBody(): void;
}

/** All time limits of one upstream response; in milliseconds. */
export class ResponseTimers {
  /** A non-streaming response has sent no byte yet, and another channel could be tried. */
  waitsForByte = false;
  private hasBegun = false;
  /** Runs until the first content of a stream, or until the end of any other response. */
  private limit: Deadline | undefined;
  private silence: StreamSilence | undefined;
  /** Waits for the end of a response that seems to be whole. */
  private ending: NodeJS.Timeout | undefined;
  /** The deadline of `ending` in milliseconds of `performance.now()`. */
  private endsAt = Infinity;

  constructor(private readonly owner: TimersOwner) {}

  /** Fails the response unless this is replaced or stopped within the time. Infinity = no limit. */
  limitTo(ms: number): void {
    this.limit?.stop();
    this.limit =
      ms < Infinity
        ? new Deadline(ms, () => this.owner.fail(this.hasBegun ? unfinished() : late()))
        : undefined;
  }

  /** The first byte has arrived. @param leftMs for the rest of the response; undefined for an error */
  firstByte(leftMs: number | undefined): void {
    this.waitsForByte = false;
    this.hasBegun = true;
    if (leftMs !== undefined) this.limitTo(leftMs);
  }

  /** The response is an error, whose body is read for a short time. @param leftMs until the request must be finished */
  errorBody(leftMs: number): void {
    this.limit?.stop();
    this.limit = new Deadline(Math.min(ERROR_BODY_MS, leftMs), () => this.owner.endErrorBody());
  }

  /** A stream has sent its first content: from here on only silence is limited. */
  contentBegan(body: BodyReader | undefined, limits: SilenceLimits): void {
    this.limit?.stop();
    this.limit = undefined;
    if (body?.events !== undefined) this.silence ??= new StreamSilence(body, limits, this.owner);
  }

  /**
   * Waits for the end of a response that seems to be whole. Neither data nor a later deadline postpones it.
   * @param withinMs undefined cancels the wait because the response continues
   */
  expectEnd(withinMs: number | undefined): void {
    if (withinMs === undefined) {
      if (this.ending) this.stopEnding();
      return;
    }
    const at = performance.now() + withinMs;
    if (at >= this.endsAt) return;
    this.stopEnding();
    this.endsAt = at;
    this.ending = setTimeout(() => this.endNow(withinMs), withinMs);
  }

  stop(): void {
    this.limit?.stop();
    this.silence?.stop();
    this.stopEnding();
  }

  private stopEnding(): void {
    clearTimeout(this.ending);
    this.ending = undefined;
    this.endsAt = Infinity;
  }

  /** Waits again while the stream is paused: the end cannot arrive before the client reads. */
  private endNow(withinMs: number): void {
    if (this.owner.isPaused) {
      this.ending = setTimeout(() => this.endNow(withinMs), withinMs);
      return;
    }
    this.stopEnding();
    this.owner.quiet();
  }
}
