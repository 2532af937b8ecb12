import { AFTER_FINISH_MS, type BodyReader } from './receiver.js';

/** Longest interval between two checks of a stream, in milliseconds. */
const CHECK_MS = 2500;
/** Least number of checks within the idle limit. */
const CHECKS = 4;

/** Limits of silence in a stream, in milliseconds. */
export interface SilenceLimits {
  /** Between two events. */
  idleMs: number;
  /** Between two events with content; 0 = none. */
  wholeMs: number;
}

/** The owner of a watched stream. */
export interface SilenceOwner {
  /** Whether the upstream is paused because the client does not read. */
  readonly isPaused: boolean;
  /** No content has arrived for a moment: the response may be whole although the upstream did not end it. */
  quiet(): void;
  /** A limit of silence is exceeded. */
  silent(): void;
}

/**
 * Detects streams without content, including those that keep the connection busy with comments, unfinished events or
 * pings. Compares counters on a timer, so that events need no extra work.
 */
export class StreamSilence {
  private readonly timer: NodeJS.Timeout;
  private readonly everyMs: number;
  private events: number | undefined;
  private contents: number | undefined;
  /** Milliseconds without an event. */
  private silentMs = 0;
  /** Milliseconds without content. */
  private emptyMs = 0;

  constructor(
    private readonly body: Pick<BodyReader, 'events' | 'contents'>,
    private readonly limits: SilenceLimits,
    private readonly owner: SilenceOwner,
  ) {
    this.events = body.events;
    this.contents = body.contents;
    this.everyMs = Math.min(CHECK_MS, limits.idleMs / CHECKS);
    this.timer = setInterval(check, this.everyMs, this).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  check(): void {
    const { body, owner, limits, everyMs } = this;
    if (owner.isPaused) return;
    this.emptyMs = body.contents === this.contents ? this.emptyMs + everyMs : 0;
    this.silentMs = body.events === this.events ? this.silentMs + everyMs : 0;
    this.contents = body.contents;
    this.events = body.events;
    if (this.silentMs >= limits.idleMs || (limits.wholeMs > 0 && this.emptyMs >= limits.wholeMs))
      return owner.silent();
    // Called once per period without content, because `quiet` is more expensive than comparing counters.
    if (this.emptyMs >= AFTER_FINISH_MS && this.emptyMs < AFTER_FINISH_MS + everyMs) owner.quiet();
  }
}

/** Shared by all streams, to avoid a closure per stream. */
function check(silence: StreamSilence): void {
  silence.check();
}
