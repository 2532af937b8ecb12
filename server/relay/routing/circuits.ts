import type { UpstreamFailure } from '../../dialects/canonical/failure.js';

/** Failures in a row that open a circuit. */
const FAILURES = 5;
/** Milliseconds a circuit stays open at first; doubled after each probe that fails. */
const FIRST_WAIT_MS = 5000;
/** Longest pause between two probes in milliseconds, so a channel that recovered is tried within this time. */
const MAX_WAIT_MS = 10_000;
/** Largest Retry-After of a provider that is honoured, in milliseconds. */
const MAX_ORDER_MS = 5 * 60_000;

interface Circuit {
  failures: number;
  /** Unix milliseconds; 0 = closed. */
  openUntil: number;
  waitMs: number;
}

/** Most circuits kept in memory; the oldest are dropped first. */
const MAX_CIRCUITS = 10_000;

/**
 * Circuit breakers of this process, for models of channels, whole channels, and keys. After several failures in a row an
 * entry is skipped for a while, then probed by one request; a success closes its circuit. Entries without failures use no
 * memory.
 */
export class Circuits<Id extends number | string = number> {
  private readonly broken = new Map<Id, Circuit>();
  /** Number of circuits that are open or being probed. */
  private opened = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether any circuit is open; if not, requests skip all other checks. */
  get anyOpen(): boolean {
    return this.opened > 0;
  }

  get size(): number {
    return this.broken.size;
  }

  /** What is set aside now. */
  get open(): Id[] {
    if (this.opened === 0) return [];
    const now = this.now();
    return [...this.broken].flatMap(([id, { openUntil }]) => (openUntil > now ? [id] : []));
  }

  /** Whether requests may be sent. Also true for the one request that probes an open circuit. */
  closed(id: Id): boolean {
    const circuit = this.broken.get(id);
    return circuit === undefined || circuit.openUntil <= this.now();
  }

  /** Whether it failed since its last success. */
  failing(id: Id): boolean {
    return this.broken.has(id);
  }

  /** Records that a request is sent. While it probes an open circuit, no other request does. */
  requestSent(id: Id): void {
    const circuit = this.broken.get(id);
    if (circuit?.openUntil) circuit.openUntil = this.now() + circuit.waitMs;
  }

  succeeded(id: Id): void {
    if (this.broken.size > 0) this.forget(id);
  }

  failed(id: Id, failure: UpstreamFailure): void {
    if (!isChannelTrouble(failure)) return;
    let circuit = this.broken.get(id);
    if (!circuit) {
      circuit = { failures: 0, openUntil: 0, waitMs: FIRST_WAIT_MS };
      this.makeRoom();
      this.broken.set(id, circuit);
    }
    circuit.failures++;
    const ordered = Math.min((failure.retryAfterSeconds ?? 0) * 1000, MAX_ORDER_MS);
    const wasOpen = circuit.openUntil > 0;
    if (wasOpen) circuit.waitMs = Math.min(circuit.waitMs * 2, MAX_WAIT_MS);
    const wait = wasOpen || circuit.failures >= FAILURES ? circuit.waitMs : 0;
    if (!ordered && !wait) return;
    circuit.openUntil = this.now() + Math.max(ordered, wait);
    if (!wasOpen) this.opened++;
  }

  private makeRoom(): void {
    if (this.broken.size < MAX_CIRCUITS) return;
    const [oldest] = this.broken.keys();
    if (oldest !== undefined) this.forget(oldest);
  }

  private forget(id: Id): void {
    const circuit = this.broken.get(id);
    if (!circuit) return;
    this.broken.delete(id);
    if (circuit.openUntil > 0) this.opened--;
  }
}

/** Errors of the request itself (400, 404, 413) do not count against the channel. */
function isChannelTrouble({ status }: UpstreamFailure): boolean {
  return status >= 500 || status === 429 || status === 401 || status === 403;
}
