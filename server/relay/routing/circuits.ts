import type { UpstreamFailure } from '../../dialects/canonical/failure.js';

/** Failures in a row that open a circuit. */
const FAILURES = 5;
/** Milliseconds a circuit stays open at first; doubled after each probe that fails. */
const FIRST_WAIT_MS = 5000;
/** A channel that works again is asked again within this: the longest pause between two probes. */
const MAX_WAIT_MS = 10_000;
/** A vendor's own Retry-After is believed up to here. */
const MAX_ORDER_MS = 5 * 60_000;

interface Circuit {
  failures: number;
  /** Unix milliseconds; 0 = closed. */
  openUntil: number;
  waitMs: number;
}

/** Circuits that are kept at most; the oldest are forgotten first. */
const MAX_CIRCUITS = 10_000;

/**
 * What fails right now, as this process sees it: channels with a model, whole channels, keys. What failed several times in a
 * row is left alone for a while, then asked by one request; if that works it is back. What never failed costs nothing here.
 */
export class Circuits<Id extends number | string = number> {
  private readonly broken = new Map<Id, Circuit>();
  /** How many are left alone, or are being probed. */
  private opened = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Is there any to leave alone? Lets the usual request skip every other question. */
  get anyOpen(): boolean {
    return this.opened > 0;
  }

  get size(): number {
    return this.broken.size;
  }

  /** May it be asked? True also for the one request that probes it. */
  closed(id: Id): boolean {
    const circuit = this.broken.get(id);
    return circuit === undefined || circuit.openUntil <= this.now();
  }

  /** Has it failed since it last worked? */
  failing(id: Id): boolean {
    return this.broken.has(id);
  }

  /** A request goes there: while it probes an open circuit, no other does. */
  asked(id: Id): void {
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

/** What is wrong with a request (400, 404, 413) says nothing about the channel. */
function isChannelTrouble({ status }: UpstreamFailure): boolean {
  return status >= 500 || status === 429 || status === 401 || status === 403;
}
