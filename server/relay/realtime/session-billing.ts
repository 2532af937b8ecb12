import type { Hold } from '../../billing/ledger/ledger.types.js';
import { chargeFor } from '../../billing/prices/charge.js';
import type { Price } from '../../billing/prices/price-book.js';
import { Role } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import type { AttemptHistory } from '../pipeline/attempt-history.js';
import type { Charged } from '../pipeline/charged-usage.js';
import type { Ending } from '../pipeline/endings.js';
import type { Outcome } from '../pipeline/outcome.js';
import type { PipelineServices } from '../pipeline/relay.js';
import { settleUsage } from '../pipeline/settle.js';
import type { BilledRequest, Plan, Reserved } from '../pipeline/stages.js';
import { bounded, implausibleUsage, sessionBounds } from '../pipeline/usage-bounds.js';

/** Expected output tokens of one response, for its hold. */
const SPOKEN = { output: 100, audioOutput: 300 };
const WRITTEN = { output: 500, audioOutput: 0 };
/** Raise the hold when the cost of a growing response reaches this share of it. */
const NEARLY = 0.8;

export type BillingServices = Pick<PipelineServices, 'ledger' | 'settings' | 'prices' | 'warn'>;

/** An open session: its request, and the attempts that opened it. */
export interface OpenedSession {
  readonly request: Reserved;
  readonly history: AttemptHistory;
  /** Of the attempt that opened the session. */
  readonly outcome: Outcome;
}

/** One response, a separate request to the ledger. */
interface SessionResponse {
  readonly requestId: string;
  readonly hold: Hold;
  readonly plan: Plan;
  readonly outcome: Outcome;
  /** Unix milliseconds. */
  startedAt: number;
}

/** The usage of one response: what the provider reported, and what was counted. */
interface ResponseUsage {
  readonly reported: Usage | undefined;
  readonly counted: Usage;
}

/**
 * Billing of one session. Every response is a separate ledger request with its own log row: held for before it is requested,
 * settled when it is done. With a price per call the session pays that price once, with its first response.
 *
 * All operations run one after the other, so that no hold is raised while it is being settled.
 */
export class SessionBill {
  private readonly totals = { responses: 0, input_tokens: 0, output_tokens: 0, quota: 0 };
  /** The next or current response; undefined if the balance did not cover another one. */
  private current: SessionResponse | undefined;
  private holds = 1;
  private transcripts = 0;
  private paid = false;
  /** Bytes of all messages so far, in both directions; they bound the input that a provider may report. */
  private bytes = 0;
  /** Tokens of the conversation so far, which the next response reads as input. */
  private conversation = noUsage();
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: OpenedSession,
    private readonly services: BillingServices,
  ) {
    const { exchange, hold } = session.request;
    this.current = this.response(exchange.requestId, hold);
  }

  /** Tokens and quota of everything charged, for the limits of the channel. */
  get used(): { tokens: number; quota: number } {
    const { input_tokens: input, output_tokens: output, quota } = this.totals;
    return { tokens: input + output, quota };
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
  cover(pending: Usage, speaks: boolean): Promise<void> {
    const { output, audioOutput } = speaks ? SPOKEN : WRITTEN;
    const before = this.conversation;
    const expected: Usage = {
      ...noUsage(),
      input: before.input + pending.input,
      output,
      more: {
        audioInput: (before.more?.audioInput ?? 0) + (pending.more?.audioInput ?? 0),
        audioOutput,
      },
    };
    return this.inLine(() => this.raise([this.cost(expected)]));
  }

  /** Raises the hold while a response grows; undefined while it is sufficient. @throws ApiError session_quota_exhausted */
  watch(counted: Usage): Promise<void> | undefined {
    const cost = this.cost(counted);
    if (cost <= (this.current?.hold.amount ?? 0) * NEARLY) return undefined;
    return this.inLine(() => this.raise([cost * 2, cost]));
  }

  /**
   * Settles a finished response by the provider's usage, else by the counted usage, then holds for the next one.
   * @returns the problem if the balance does not cover another response, else undefined
   */
  charge(reported: Usage | undefined, counted: Usage): Promise<unknown> {
    return this.inLine(async () => {
      const used = await this.close({ reported, counted }, 'complete');
      const { input, cacheRead, output, reasoning, more } = used ?? reported ?? counted;
      this.conversation = {
        ...noUsage(),
        input: input + cacheRead + output + reasoning,
        more: {
          audioInput: (more?.audioInput ?? 0) + (more?.audioCacheRead ?? 0) + (more?.audioOutput ?? 0),
        },
      };
      try {
        await this.hold();
        return undefined;
      } catch (problem) {
        return problem;
      }
    });
  }

  /** Charges a transcript of the client's audio, which the provider makes with a separately priced model. */
  chargeTranscript(usage: Usage, model: string | undefined): Promise<void> {
    return this.inLine(async () => {
      const requestId = `${this.sessionId}-t${++this.transcripts}`;
      // The transcript already exists, so the hold is 0 and the charge is taken afterwards.
      const hold = await this.services.ledger.reserve({ ...this.account(), requestId, amount: 0 });
      const made = this.response(requestId, hold);
      const outcome = { ...made.outcome, answered: true, isModelMapped: false };
      const transcript = { ...made, plan: this.transcriptPlan(model), outcome };
      await this.settle(transcript, { reported: usage, counted: usage }, 'complete');
    });
  }

  /** Ends the session: charges the response in progress by the rule of the ending, else releases the hold. */
  end(ending: Ending, underWay: boolean, counted: Usage): Promise<void> {
    return this.inLine(async () => {
      if (!underWay && this.current) return this.services.ledger.release(this.current.hold);
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
      reported: reported && this.pricedOnce(reported),
      counted: this.pricedOnce(counted),
    };
    const used = await this.settle(current, usage, ending);
    this.paid = true;
    return used;
  }

  private async settle(
    { requestId, hold, plan, outcome, startedAt }: SessionResponse,
    { reported, counted }: ResponseUsage,
    ending: Ending,
  ): Promise<Usage> {
    const { request: session, history } = this.session;
    const charged = this.charged(reported, counted, ending, outcome);
    const usage = charged.source === 'none' ? (reported ?? counted) : charged.usage;
    this.totals.input_tokens += inputTotal(usage);
    this.totals.output_tokens += outputTotal(usage);
    const request: BilledRequest = {
      ...session,
      exchange: { ...session.exchange, requestId, startedAt },
      plan,
      hold,
      logMembers: this.logMembers(usage, plan.price),
    };
    const { ledger, settings, warn } = this.services;
    const services = { ledger, settings, prices: undefined };
    const settled = await settleUsage({ request, history, ending, outcome, charged }, services);
    if (settled.implausible) warn(implausibleUsage(settled.implausible), requestId);
    this.totals.quota += settled.quota;
    return usage;
  }

  /** The reported usage within its bounds, else the counted usage; nothing where the provider never responded. */
  private charged(
    reported: Usage | undefined,
    counted: Usage,
    ending: Ending,
    { answered }: Outcome,
  ): Charged {
    if (reported) {
      const bounds = sessionBounds(this.bytes, this.session.request.plan.model);
      return { ...bounded(reported, bounds), source: 'upstream' };
    }
    if (ending !== 'complete' && !answered)
      return { usage: noUsage(), source: 'none', implausible: undefined };
    return { usage: counted, source: 'estimated', implausible: undefined };
  }

  /** With a price per call, all responses after the first are free. */
  private pricedOnce(usage: Usage): Usage {
    if (this.price.modelPrice === -1) return usage;
    return { ...usage, more: { ...usage.more, calls: this.paid ? 0 : 1 } };
  }

  private logMembers(usage: Usage, { media }: Price): Record<string, unknown> {
    const { responses, input_tokens, output_tokens } = this.totals;
    return {
      ws: true,
      audio_input: usage.more?.audioInput ?? 0,
      audio_output: usage.more?.audioOutput ?? 0,
      text_input: usage.input,
      text_output: usage.output + usage.reasoning,
      audio_ratio: media?.audioInput,
      audio_completion_ratio: media?.audioCompletion,
      session: { id: this.sessionId, responses, input_tokens, output_tokens },
    };
  }

  private async hold(): Promise<void> {
    const requestId = `${this.sessionId}-${++this.holds}`;
    const amount = this.paid && this.price.modelPrice !== -1 ? 0 : this.session.request.plan.amount;
    const hold = await this.services.ledger.reserve({ ...this.account(), requestId, amount });
    this.current = this.response(requestId, hold);
  }

  /** @param amounts the amounts to try to hold, preferred first; the last one is the minimum required */
  private async raise(amounts: readonly number[]): Promise<void> {
    const hold = this.current?.hold;
    if (!hold || (amounts.at(-1) ?? 0) <= hold.amount * NEARLY) return;
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

  /** The plan with the price of the transcription model, or the session's own plan if that model has no price. */
  private transcriptPlan(model: string | undefined): Plan {
    const { plan, caller } = this.session.request;
    if (model === undefined) return plan;
    const { user } = caller.token;
    try {
      const price = this.services.prices.price(model, plan.group, {
        admin: user.role >= Role.admin,
        group: user.group || 'default',
        acceptUnset: user.setting.acceptUnsetModelRatio,
      });
      return { ...plan, model, price };
    } catch (problem) {
      if (problem instanceof ApiError) return plan;
      throw problem;
    }
  }

  private response(requestId: string, hold: Hold): SessionResponse {
    const { request, outcome } = this.session;
    return {
      requestId,
      hold,
      plan: request.plan,
      outcome: { ...outcome, answered: false, usage: undefined, firstDataMs: undefined },
      startedAt: Date.now(),
    };
  }

  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }
}
