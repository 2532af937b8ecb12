import { chargeFor } from '../../billing/prices/charge/charge.js';
import type { Price } from '../../billing/prices/price.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import type { Ending } from '../pipeline/settle/endings.js';
import { sessionBounds } from '../pipeline/settle/usage-bounds.js';
import {
  openResponse,
  settleResponse,
  transcriptPlan,
  type BillingServices,
  type OpenedSession,
  type SessionResponse,
  type SessionTotals,
} from './session-response.js';
import {
  chargedOf,
  conversationAfter,
  expectedUsage,
  pricedOnce,
  type ResponseUsage,
} from './session-usage.js';

/** Raise the hold when the cost of a growing response reaches this share of it. */
const RAISE_AT = 0.8;

/** How a transcript is charged. */
export interface TranscriptCharge {
  /** Model that transcribes; undefined: the session's own price applies. */
  readonly model: string | undefined;
  /** Whether the session's hold pays for it: no response needs it. */
  readonly fromHold: boolean;
  readonly ending: Ending;
}

/**
 * Billing of one session. Every response is a separate ledger request with its own log row: held for before it is requested,
 * settled when it is done. With a price per call the session pays that price once, with its first response.
 *
 * All operations run one after the other, so that no hold is raised while it is being settled.
 */
export class SessionBill {
  private readonly totals: SessionTotals = { responses: 0, input_tokens: 0, output_tokens: 0, quota: 0 };
  /** The next or current response; undefined if the balance did not cover another one. */
  private current: SessionResponse | undefined;
  private holds = 1;
  private transcripts = 0;
  private paid = false;
  /** Bytes of all messages so far, in both directions; they bound the input that a provider may report. */
  private bytes = 0;
  /** Tokens of the conversation so far, which the next response reads as input. */
  private conversation = noUsage();
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: OpenedSession,
    private readonly services: BillingServices,
  ) {
    const { exchange, hold } = session.request;
    this.current = openResponse(session, exchange.requestId, hold);
  }

  /** Tokens and quota of everything charged, for the limits of the channel. */
  get used(): { tokens: number; quota: number } {
    const { input_tokens: input, output_tokens: output, quota } = this.totals;
    return { tokens: input + output, quota };
  }

  /** Of everything charged, for the trace of the session. */
  get traced(): { usage: Usage; quota: number } {
    const { input_tokens: input, output_tokens: output, quota } = this.totals;
    return { usage: { ...noUsage(), input, output }, quota };
  }

  /** Tokens charged per minute of client audio if its transcript reports no tokens. */
  get audioTokensPerMinute(): number {
    return this.services.settings.current.audioTokensPerMinute;
  }

  /** Counts a message of either side. @param bytes of the message */
  addMessage(bytes: number): void {
    this.bytes += bytes;
  }

  /** Starts the clock of a response. */
  begin(): void {
    if (!this.current) return;
    this.current.startedAt = Date.now();
    this.current.outcome.answered = true;
  }

  /** Records the first chunk of a response. */
  firstData(): void {
    if (!this.current) return;
    const { outcome, startedAt } = this.current;
    outcome.answered = true;
    outcome.firstDataMs ??= Date.now() - startedAt;
  }

  /**
   * Raises the hold to the expected cost of the response that is being requested.
   * @param pending input since the last response
   * @throws ApiError session_quota_exhausted
   */
  cover(pending: Usage, answersWithAudio: boolean): Promise<void> {
    const expected = expectedUsage(this.conversation, pending, answersWithAudio);
    return this.inOrder(() => this.raise([this.cost(expected)]));
  }

  /** Raises the hold while a response grows; undefined while it is sufficient. @throws ApiError session_quota_exhausted */
  watch(counted: Usage): Promise<void> | undefined {
    const cost = this.cost(counted);
    if (cost <= (this.current?.hold.amount ?? 0) * RAISE_AT) return undefined;
    return this.inOrder(() => this.raise([cost * 2, cost]));
  }

  /**
   * Settles a finished response by the provider's usage, else by the counted usage, then holds for the next one.
   * @returns the problem if the balance does not cover another response, else undefined
   */
  charge(reported: Usage | undefined, counted: Usage): Promise<unknown> {
    return this.inOrder(async () => {
      const used = await this.close({ reported, counted }, 'complete');
      this.conversation = conversationAfter(used ?? reported ?? counted);
      return this.holdAgain();
    });
  }

  /**
   * Raises the hold of a session that only transcribes to the price of the audio that is not transcribed yet; undefined while
   * it is sufficient.
   * @throws ApiError session_quota_exhausted
   */
  watchTranscript(expected: Usage, model: string | undefined): Promise<void> | undefined {
    const { price } = transcriptPlan(this.session, model, this.services.prices);
    const cost = chargeFor(expected, price);
    if (cost <= (this.current?.hold.amount ?? 0) * RAISE_AT) return undefined;
    return this.inOrder(() => this.raise([cost * 2, cost]));
  }

  /**
   * Charges a transcript of the client's audio, which the provider makes with a separately priced model.
   * @returns the problem if the balance does not cover another transcript of a session that only transcribes, else undefined
   */
  chargeTranscript(usage: ResponseUsage, { model, fromHold, ending }: TranscriptCharge): Promise<unknown> {
    return this.inOrder(async () => {
      const held = fromHold ? this.current : undefined;
      if (held) this.current = undefined;
      const requestId = held?.requestId ?? `${this.sessionId}-t${++this.transcripts}`;
      // In a conversation the hold is for the next response. The transcript exists, so its charge is taken afterwards.
      const hold =
        held?.hold ?? (await this.services.ledger.reserve({ ...this.account(), requestId, amount: 0 }));
      const made = openResponse(this.session, requestId, hold);
      const outcome = { ...made.outcome, answered: true, isModelMapped: false };
      const plan = transcriptPlan(this.session, model, this.services.prices);
      // A conversation pays its own price per call once, with its first response.
      const isFree = !fromHold && plan === this.session.request.plan && plan.price.modelPrice !== -1;
      if (isFree) await this.services.ledger.release(hold);
      else await this.settle({ ...made, plan, outcome }, usage, ending);
      return held && ending === 'complete' ? this.holdAgain() : undefined;
    });
  }

  /** Ends the session: charges the response in progress by the rule of the ending, else releases the hold. */
  end(ending: Ending, inProgress: boolean, counted: Usage): Promise<void> {
    return this.inOrder(async () => {
      if (!inProgress && this.current) return this.services.ledger.release(this.current.hold);
      await this.close({ reported: undefined, counted }, ending);
    });
  }

  /** @returns the usage of the response; undefined where none was held for */
  private async close({ reported, counted }: ResponseUsage, ending: Ending): Promise<Usage | undefined> {
    const { current } = this;
    if (!current) return undefined;
    this.current = undefined;
    this.totals.responses++;
    const usage = {
      reported: reported && pricedOnce(reported, this.price, this.paid),
      counted: pricedOnce(counted, this.price, this.paid),
    };
    const used = await this.settle(current, usage, ending);
    this.paid = true;
    return used;
  }

  private async settle(response: SessionResponse, usage: ResponseUsage, ending: Ending): Promise<Usage> {
    const { session, totals, services } = this;
    const { trace } = session.request.scope;
    const { quota } = totals;
    const bounds = sessionBounds(this.bytes, session.request.plan.model);
    const charged = chargedOf(usage, ending, response.outcome.answered, bounds);
    trace?.settling();
    const used = await settleResponse(session, response, usage, charged, ending, totals, services);
    trace?.settled({ quota: totals.quota - quota, defect: undefined });
    return used;
  }

  /** @returns the problem if the balance does not cover another hold, else undefined */
  private async holdAgain(): Promise<unknown> {
    try {
      await this.hold();
      return undefined;
    } catch (problem) {
      return problem;
    }
  }

  private async hold(): Promise<void> {
    const requestId = `${this.sessionId}-${++this.holds}`;
    const amount = this.paid && this.price.modelPrice !== -1 ? 0 : this.session.request.plan.amount;
    const hold = await this.services.ledger.reserve({ ...this.account(), requestId, amount });
    this.current = openResponse(this.session, requestId, hold);
  }

  /** @param amounts the amounts to try to hold, preferred first; the last one is the minimum required */
  private async raise(amounts: readonly number[]): Promise<void> {
    const hold = this.current?.hold;
    if (!hold || (amounts.at(-1) ?? 0) <= hold.amount * RAISE_AT) return;
    try {
      for (const amount of amounts)
        if (amount <= hold.amount || (await this.services.ledger.extend(hold, amount - hold.amount))) return;
    } catch (problem) {
      // An unavailable ledger does not end the session: the charge is spooled when it is settled.
      if (problem instanceof ApiError && problem.code === 'books_unavailable') return;
      throw problem;
    }
    throw new ApiError('session_quota_exhausted');
  }

  private get price(): Price {
    return this.session.request.plan.price;
  }

  private get sessionId(): string {
    return this.session.request.exchange.requestId;
  }

  /** Quota of this usage; 0 with a price per call. */
  private cost(usage: Usage): number {
    return this.price.modelPrice === -1 ? chargeFor(usage, this.price) : 0;
  }

  private account() {
    const { token } = this.session.request.caller;
    return {
      userId: token.user.id,
      tokenId: token.id,
      tokenUnlimited: token.unlimitedQuota,
      limit: undefined,
    };
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.tail.then(work);
    this.tail = done.catch(() => undefined);
    return done;
  }
}
