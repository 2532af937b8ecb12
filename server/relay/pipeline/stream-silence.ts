import { AFTER_FINISH_MS, type BodyReader } from './receiver.js';

/** How often a stream is looked at, at most, milliseconds. */
const LOOK_MS = 2500;
/** Looks within the limit of silence, at least. */
const LOOKS = 4;

/** Milliseconds. */
export interface SilenceLimits {
  /** Between two events. */
  idleMs: number;
  /** Between two events that say something of the answer; 0 = none. */
  wholeMs: number;
}

/** Whose stream is looked at. */
export interface SilenceOwner {
  /** Nothing is read, because the client takes nothing. */
  readonly isPaused: boolean;
  /** Nothing has come for a moment: the answer may be whole without having been ended. */
  quiet(): void;
  /** Nothing has come for longer than it may. */
  silent(): void;
}

/**
 * Finds streams that keep their connection busy and say nothing: with comments, unfinished events or pings. Looks at
 * counters from time to time, so that events cost nothing.
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
    this.everyMs = Math.min(LOOK_MS, limits.idleMs / LOOKS);
    this.timer = setInterval(look, this.everyMs, this).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  look(): void {
    const { body, owner, limits, everyMs } = this;
    if (owner.isPaused) return;
    this.emptyMs = body.contents === this.contents ? this.emptyMs + everyMs : 0;
    this.silentMs = body.events === this.events ? this.silentMs + everyMs : 0;
    this.contents = body.contents;
    this.events = body.events;
    if (this.silentMs >= limits.idleMs || (limits.wholeMs > 0 && this.emptyMs >= limits.wholeMs))
      return owner.silent();
    // Once for each stretch without content: looking costs more than counting.
    if (this.emptyMs >= AFTER_FINISH_MS && this.emptyMs < AFTER_FINISH_MS + everyMs) owner.quiet();
  }
}

/** One for all streams, instead of one function for each. */
function look(silence: StreamSilence): void {
  silence.look();
}
