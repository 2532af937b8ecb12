import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors/api-error.js';
import { collectGarbage } from '../../core/memory/collect-garbage.js';

/** Milliseconds between two looks at the bodies that are arriving. */
const LOOK_MS = 1000;
/** Retry-After of a refusal, seconds. */
const RETRY_AFTER_SECONDS = 2;
/** Bytes of bodies that never became whole from which the memory they took is released at once. */
const MUCH_ABANDONED = 32 * 1024 * 1024;

export interface ArrivingLimits {
  /** Bytes. */
  readonly perUser: number;
  /** Bytes. */
  readonly perProcess: number;
  /** Milliseconds in which at least one byte of a body must arrive. */
  readonly idleMs: number;
}

interface Arriving {
  readonly request: IncomingMessage;
  readonly userId: number;
  /** Answers the request, whose body is not read any further. */
  readonly end: (problem: ApiError) => void;
  /** Counted bytes: announced, or of a chunked body those that have arrived. */
  bytes: number;
  readonly isChunked: boolean;
  /** `bytesRead` of the socket when the body began, and at the last look. */
  readonly begunAt: number;
  seen: number;
  /** Looks in a row at which nothing had arrived. */
  idleLooks: number;
  isOver: boolean;
}

/**
 * Bounds the bodies that are arriving at this process, for each user and in all: a body counts with its announced length,
 * or without one with what has arrived, from its first byte to its last. Also ends bodies that rest.
 */
export class ArrivingBodies {
  private readonly arriving = new Set<Arriving>();
  private readonly ofUser = new Map<number, number>();
  private readonly timer: NodeJS.Timeout;
  private total = 0;
  private abandoned = 0;
  /** Refusals so far by limit, for metrics. */
  readonly refused = { user: 0, process: 0, idle: 0 };

  constructor(private readonly limits: ArrivingLimits) {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** Bytes that count at the moment. */
  get bytes(): number {
    return this.total;
  }

  /**
   * Counts a body until it is whole or its connection is closed. Call this before it is read.
   * @param end called when the body rests, or when a chunked one exceeds a limit
   * @throws ApiError arriving_bytes_user, arriving_bytes_server
   */
  enter(request: IncomingMessage, userId: number, end: (problem: ApiError) => void): void {
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const bytes = isChunked ? 0 : Number(request.headers['content-length'] ?? 0);
    if ((bytes === 0 && !isChunked) || request.complete) return;
    const problem = this.excess(userId, bytes);
    if (problem) throw problem;
    const begunAt = request.socket.bytesRead;
    const one: Arriving = {
      request,
      userId,
      end,
      bytes: 0,
      isChunked,
      begunAt,
      seen: begunAt,
      idleLooks: 0,
      isOver: false,
    };
    this.arriving.add(one);
    this.count(one, bytes);
    // Emitted after the end of the body, and when the connection is closed before it.
    const leave = () => this.leave(one);
    request.on('end', leave).on('close', leave);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private count(one: Arriving, more: number): void {
    one.bytes += more;
    this.total += more;
    const sum = (this.ofUser.get(one.userId) ?? 0) + more;
    if (sum > 0) this.ofUser.set(one.userId, sum);
    else this.ofUser.delete(one.userId);
  }

  private leave(one: Arriving): void {
    if (one.isOver) return;
    one.isOver = true;
    this.arriving.delete(one);
    const arrived = one.request.socket.bytesRead - one.begunAt;
    this.count(one, -one.bytes);
    if (!one.request.complete) this.release(arrived);
  }

  /** V8 counts buffers only when it collects, so without a collection the memory of abandoned bodies stays taken for long. */
  private release(bytes: number): void {
    this.abandoned += bytes;
    if (this.abandoned < MUCH_ABANDONED) return;
    this.abandoned = 0;
    // After the buffers are unreachable.
    setTimeout(() => collectGarbage({ type: 'major' }), LOOK_MS).unref();
  }

  private excess(userId: number, more: number): ApiError | undefined {
    const { perUser, perProcess } = this.limits;
    if ((this.ofUser.get(userId) ?? 0) + more > perUser) {
      this.refused.user++;
      return busy('arriving_bytes_user', perUser);
    }
    if (this.total + more > perProcess) {
      this.refused.process++;
      return busy('arriving_bytes_server', perProcess);
    }
    return undefined;
  }

  private look(): void {
    for (const one of this.arriving) {
      const problem = this.problemOf(one);
      if (!problem) continue;
      this.leave(one);
      one.end(problem);
    }
  }

  private problemOf(one: Arriving): ApiError | undefined {
    const { bytesRead } = one.request.socket;
    const more = bytesRead - one.seen;
    one.seen = bytesRead;
    // Not read yet, or read slowly by this process: the client is not to blame.
    if (more > 0 || one.request.readableFlowing !== true) one.idleLooks = 0;
    else if (++one.idleLooks * LOOK_MS >= this.limits.idleMs) {
      this.refused.idle++;
      return new ApiError('body_idle', { seconds: Math.round(this.limits.idleMs / 1000) });
    }
    if (!one.isChunked || more === 0) return undefined;
    const problem = this.excess(one.userId, more);
    if (!problem) this.count(one, more);
    return problem;
  }
}

function busy(code: 'arriving_bytes_user' | 'arriving_bytes_server', bytes: number): ApiError {
  return new ApiError(
    code,
    { limit: Math.round(bytes / 1024 / 1024) },
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
