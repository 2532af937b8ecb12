import type { UpstreamFailure } from '../hub/failure.js';

/** Failures in a row that open a circuit. */
const FAILURES = 5;
/** Milliseconds a circuit stays open at first; doubled after each probe that fails. */
const FIRST_WAIT_MS = 5000;
/** A channel that works again is asked again within this. */
const LONGEST_WAIT_MS = 30_000;
/** A vendor's own Retry-After is believed up to here. */
const LONGEST_ORDER_MS = 5 * 60_000;

interface Circuit {
  failures: number;
  /** Unix milliseconds; 0 = closed. */
  openUntil: number;
  waitMs: number;
}

/**
 * Which channels fail right now, as this process sees it. A channel that failed several times in a row is left alone
 * for a while, then asked by one request; if that works it is back. Channels that never failed cost nothing here.
 */
export class Circuits {
  private readonly broken = new Map<number, Circuit>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Is there any channel to leave alone? Lets the usual request skip every other question. */
  get anyOpen(): boolean {
    return this.broken.size > 0;
  }

  /** May the channel be asked? True also for the one request that probes it. */
  closed(channelId: number): boolean {
    const circuit = this.broken.get(channelId);
    return circuit === undefined || circuit.openUntil <= this.now();
  }

  /** A request goes to the channel: while it probes an open circuit, no other does. */
  asked(channelId: number): void {
    const circuit = this.broken.get(channelId);
    if (circuit?.openUntil) circuit.openUntil = this.now() + circuit.waitMs;
  }

  succeeded(channelId: number): void {
    if (this.broken.size > 0) this.broken.delete(channelId);
  }

  failed(channelId: number, failure: UpstreamFailure): void {
    if (!isChannelTrouble(failure)) return;
    const circuit = this.broken.get(channelId) ?? { failures: 0, openUntil: 0, waitMs: FIRST_WAIT_MS };
    this.broken.set(channelId, circuit);
    circuit.failures++;
    const ordered = Math.min((failure.retryAfterSeconds ?? 0) * 1000, LONGEST_ORDER_MS);
    if (circuit.openUntil) circuit.waitMs = Math.min(circuit.waitMs * 2, LONGEST_WAIT_MS);
    const wait = circuit.openUntil || circuit.failures >= FAILURES ? circuit.waitMs : 0;
    if (ordered || wait) circuit.openUntil = this.now() + Math.max(ordered, wait);
  }
}

/** What is wrong with a request (400, 404, 413) says nothing about the channel. */
function isChannelTrouble({ status }: UpstreamFailure): boolean {
  return status >= 500 || status === 429 || status === 401 || status === 403;
}
