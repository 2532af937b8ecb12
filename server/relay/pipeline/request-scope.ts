import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorForm } from './client/client-error.js';
import type { Form } from '../../dialects/operations/form.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import type { Operation } from '../../dialects/operations/operation.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import type { ArrayFraming } from './client/array-framing.js';
import type { Pings } from './client/pings.js';
import type { StreamBody } from './client/stream-body.js';
import type { RequestTrace } from './request-trace.js';

/** One HTTP exchange as the relay's routes pass it to the pipeline. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  /** Set on routes whose request is not a conversation; errors are then rendered by `protocol`. */
  readonly operation: Operation | undefined;
  /** Whether a channel can serve the request for this model (as requested), where it is neither a conversation nor an operation. */
  readonly serves: ((channel: RoutableChannel, model: string) => boolean) | undefined;
  /** Path and query as called, `/v1/chat/completions`. */
  readonly path: string;
  /** `/suno/submit/:action`: set for tasks, whose routes have parameters. */
  readonly route?: string;
  readonly body: Buffer;
  /** Set where the body is a form; `body` then holds the part of it that is in memory. */
  readonly form: Form | undefined;
  /** A function, because only tokens restricted to addresses need the client's IP. */
  readonly clientIp: () => string;
  readonly requestId: string;
  readonly errorForm: ErrorForm;
  /** When the request arrived, in Unix milliseconds. */
  readonly startedAt: number;
}

/**
 * What belongs to a request for its whole life, whichever stage it is in: whether its client is still connected, how much
 * time is left, and what the client has received.
 */
export class RequestScope {
  clientGone = false;
  /** Whether the client has received part of a response. Then no other channel can answer from the start. */
  committed = false;
  /** The body of a response that is sent as it arrives; set when its head was sent. Perhaps only pings have followed. */
  body: StreamBody | undefined;
  /** Set while the head of a stream is to be sent before its first content; see `early-head.ts`. */
  earlyHead: NodeJS.Timeout | undefined;
  /** Set while the client gets its stream as a JSON array instead of events. */
  array: ArrayFraming | undefined;
  /** Set while the client gets events, where the operator enabled pings in silent streams. */
  pings: Pings | undefined;
  /** Set where the operator has tracing on. */
  trace: RequestTrace | undefined;
  /** When the request must be finished, or its stream have begun, in Unix milliseconds. */
  private deadlineAt = Infinity;
  private onDisconnect: (() => void) | undefined;

  constructor(readonly exchange: Exchange) {
    // 'close' before the end of the response means that the client disconnected, so the upstream call is aborted.
    exchange.response.on('close', () => {
      if (!exchange.response.writableFinished) this.disconnect();
    });
  }

  /** Records that the client disconnected and aborts the running upstream call. */
  disconnect(): void {
    this.clientGone = true;
    clearTimeout(this.earlyHead);
    this.pings?.stop();
    this.onDisconnect?.();
  }

  /** Sets the callback for a client that disconnects, replacing the previous one; called at once if it already has. */
  whenClientLeaves(act: (() => void) | undefined): void {
    this.onDisconnect = act;
    if (this.clientGone) act?.();
  }

  /** Starts the time limit of the request. @param wholeMs milliseconds; 0 = none. @param from Unix milliseconds */
  limitTime(wholeMs: number, from: number): void {
    if (wholeMs > 0) this.deadlineAt = from + wholeMs;
  }

  /**
   * Milliseconds until the deadline, never negative; Infinity where there is none. Rounded up to tenths of a second:
   * Node keeps timers of equal duration in one list, and a list per request costs more than the timer.
   */
  timeLeft(): number {
    return Math.max(0, Math.ceil((this.deadlineAt - Date.now()) / 100) * 100);
  }
}
