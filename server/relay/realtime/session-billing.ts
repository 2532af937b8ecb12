import { ServerResponse } from 'node:http';
import type { Hold } from '../../billing/ledger/ledger.types.js';
import { chargeFor } from '../../billing/prices/charge.js';
import type { Price } from '../../billing/prices/price-book.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { known, RelayContext, type Plan } from '../pipeline/context.js';
import type { Ending } from '../pipeline/endings.js';
import type { PipelineServices } from '../pipeline/relay.js';
import { settle } from '../pipeline/settle.js';

/** Expected output tokens of one response, for its hold. */
const SPOKEN = { output: 100, audioOutput: 300 };
const WRITTEN = { output: 500, audioOutput: 0 };
/** Raise the hold when the cost of a growing response reaches this share of it. */
const NEARLY = 0.8;
const EMPTY = Buffer.alloc(0);
const ADMIN = 10;

export type BillingServices = Pick<PipelineServices, 'ledger' | 'settings' | 'prices'>;

/**
 * Billing of one session. Every response is a separate ledger request with its own log row: held for before it is requested,
 * settled when it is done. With a price per call the session pays that price once, with its first response.
 *
 * All operations run one after the other, so that no hold is raised while it is being settled.
 */
export class SessionBill {
  private readonly totals = { responses: 0, input_tokens: 0, output_tokens: 0, quota: 0 };
  /** The next or current response and its hold; undefined if the balance did not cover another one. */
  private turn: RelayContext | undefined;
  private turns = 1;
  private transcripts = 0;
  private paid = false;
  /** Tokens of the conversation so far, which the next response reads as input. */
  private conversation = noUsage();
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: RelayContext,
    private readonly services: BillingServices,
  ) {
    this.turn = this.context(session.exchange.requestId, known(session.hold));
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

  /** Starts the clock of a response. */
  begin(): void {
    if (!this.turn) return;
    this.turn.exchange.startedAt = Date.now();
    known(this.turn.outcome).answered = true;
  }

  /** Records the first chunk of a response. */
  firstData(): void {
    if (!this.turn) return;
    const outcome = known(this.turn.outcome);
    outcome.answered = true;
    outcome.firstDataMs ??= Date.now() - this.turn.exchange.startedAt;
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
    if (cost <= (this.turn?.hold?.amount ?? 0) * NEARLY) return undefined;
    return this.inLine(() => this.raise([cost * 2, cost]));
  }

  /**
   * Settles a finished response by the provider's usage, else by the counted usage, then holds for the next one.
   * @returns the problem if the balance does not cover another response, else undefined
   */
  charge(told: Usage | undefined, counted: Usage): Promise<unknown> {
    return this.inLine(async () => {
      await this.close(told, counted, 'complete');
      const { input, cacheRead, output, reasoning, more } = told ?? counted;
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
      const requestId = `${this.session.exchange.requestId}-t${++this.transcripts}`;
      // The transcript already exists, so the hold is 0 and the charge is taken afterwards.
      const hold = await this.services.ledger.reserve({ ...this.account(), requestId, amount: 0 });
      const turn = this.context(requestId, hold);
      turn.plan = this.transcriptPlan(model);
      const outcome = known(turn.outcome);
      outcome.answered = true;
      outcome.isModelMapped = false;
      await this.settle(turn, usage, usage, 'complete');
    });
  }

  /** Ends the session: charges the response in progress by the rule of the ending, else releases the hold. */
  end(ending: Ending, underWay: boolean, counted: Usage): Promise<void> {
    return this.inLine(async () => {
      if (!underWay && this.turn?.hold) return this.services.ledger.release(this.turn.hold);
      await this.close(undefined, counted, ending);
    });
  }

  private async close(told: Usage | undefined, counted: Usage, ending: Ending): Promise<void> {
    const { turn } = this;
    if (!turn) return;
    this.turn = undefined;
    this.totals.responses++;
    await this.settle(turn, told && this.oncePriced(told), this.oncePriced(counted), ending);
    this.paid = true;
  }

  private async settle(
    turn: RelayContext,
    told: Usage | undefined,
    counted: Usage,
    ending: Ending,
  ): Promise<void> {
    const { ledger, settings } = this.services;
    const usage = told ?? counted;
    known(turn.outcome).usage = told;
    turn.ending = ending;
    turn.operation = { ...known(turn.read), body: EMPTY, contentType: '', fields: {}, estimate: counted };
    this.totals.input_tokens += inputTotal(usage);
    this.totals.output_tokens += outputTotal(usage);
    turn.noted = this.noted(usage, known(turn.plan).price);
    await settle(turn, ledger, settings.current);
    this.totals.quota += turn.charged;
  }

  /** With a price per call, all responses after the first are free. */
  private oncePriced(usage: Usage): Usage {
    if (this.price.modelPrice === -1) return usage;
    return { ...usage, more: { ...usage.more, calls: this.paid ? 0 : 1 } };
  }

  private noted(usage: Usage, { media }: Price): Record<string, unknown> {
    const { responses, input_tokens, output_tokens } = this.totals;
    return {
      ws: true,
      audio_input: usage.more?.audioInput ?? 0,
      audio_output: usage.more?.audioOutput ?? 0,
      text_input: usage.input,
      text_output: usage.output + usage.reasoning,
      audio_ratio: media?.audioInput,
      audio_completion_ratio: media?.audioCompletion,
      session: { id: this.session.exchange.requestId, responses, input_tokens, output_tokens },
    };
  }

  private async hold(): Promise<void> {
    const requestId = `${this.session.exchange.requestId}-${++this.turns}`;
    const amount = this.paid && this.price.modelPrice !== -1 ? 0 : known(this.session.plan).amount;
    this.turn = this.context(
      requestId,
      await this.services.ledger.reserve({ ...this.account(), requestId, amount }),
    );
  }

  /** @param amounts the amounts to try to hold, preferred first; the last one is the minimum required */
  private async raise(amounts: readonly number[]): Promise<void> {
    const hold = this.turn?.hold;
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
    return known(this.session.plan).price;
  }

  /** Quota of this usage; 0 with a price per call. */
  private cost(usage: Usage): number {
    return this.price.modelPrice === -1 ? chargeFor(usage, this.price) : 0;
  }

  private account() {
    const { token } = known(this.session.caller);
    return {
      userId: token.user.id,
      tokenId: token.id,
      tokenUnlimited: token.unlimitedQuota,
      limit: undefined,
    };
  }

  /** The plan with the price of the transcription model, or the session's own plan if that model has no price. */
  private transcriptPlan(model: string | undefined): Plan {
    const plan = known(this.session.plan);
    if (model === undefined) return plan;
    const { user } = known(this.session.caller).token;
    try {
      const price = this.services.prices.price(model, plan.group, {
        admin: user.role >= ADMIN,
        group: user.group || 'default',
        acceptUnset: user.setting.acceptUnsetModelRatio,
      });
      return { ...plan, model, price };
    } catch (problem) {
      if (problem instanceof ApiError) return plan;
      throw problem;
    }
  }

  private context(requestId: string, hold: Hold): RelayContext {
    const { exchange, caller, read, plan, outcome, channelsTried, failures, full } = this.session;
    // The handshake ended the HTTP exchange; nothing is written to this response.
    const response = new ServerResponse(exchange.request);
    const turn = new RelayContext({ ...exchange, requestId, response, startedAt: Date.now() });
    turn.caller = caller;
    turn.read = read;
    turn.plan = plan;
    turn.hold = hold;
    turn.outcome = { ...known(outcome), answered: false, usage: undefined, firstDataMs: undefined };
    turn.full = full;
    turn.channelsTried.push(...channelsTried);
    turn.failures.push(...failures);
    return turn;
  }

  private inLine<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }
}
