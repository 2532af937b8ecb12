import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { JournalEntry } from '../../billing/ledger/journal-entry.js';
import { chargeFor } from '../../billing/prices/charge.js';
import { CALL_PRICE } from '../../contract/task-terms.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { operatorText, UpstreamError } from '../../dialects/canonical/failure.js';
import {
  isFinal,
  ONE_CALL,
  type TaskAcceptance,
  type TaskRefusal,
  type TaskRequest,
} from '../../dialects/task-apis/task.js';
import { reportAnswer } from '../../relay/pipeline/attempt/attempt-health.js';
import { AttemptHistory } from '../../relay/pipeline/attempt/attempt-history.js';
import type { FinalResult } from '../../relay/pipeline/attempt/attempt-result.js';
import { maskSecrets } from '../../relay/pipeline/attempt/mask-secrets.js';
import { attemptInGroups } from '../../relay/pipeline/attempt/next-group.js';
import { plan } from '../../relay/pipeline/plan/plan.js';
import { NO_PREVIOUS_RESPONSE, type PreviousResponse } from '../../relay/pipeline/plan/previous-response.js';
import { reserve } from '../../relay/pipeline/reserve/reserve.js';
import type { Authenticated, ParsedRequest, Planned, Reserved } from '../../relay/pipeline/stages.js';
import { RelayServices } from '../../relay/relay-services.js';
import { chargeDetails, chargeEntry } from './charge-entry.js';
import { isUncertain, taskCaller, usageOf, type SubmittedTask } from './call-task.js';
import { reportColumns, type Columns } from './report-columns.js';
import { TaskCharges } from './task-charges.js';
import { TaskHooks } from './task-hooks.js';
import { TABLES, type TaskKind } from './task-kind.js';
import { TasksRepository } from './tasks.repository.js';
import type { StoredTask } from './stored-task.js';

/** Attempts to store an accepted task, which the upstream is working on already, and the pause between them. */
const STORE_ATTEMPTS = 4;
const STORE_PAUSE_MS = 1500;
/** Retry-After while all channels have enough running tasks, seconds. */
const FULL_RETRY_SECONDS = 15;
const UNCERTAIN = chineseText(storedText('task_unconfirmed'));
const NOT_ACCEPTED = chineseText(storedText('task_not_accepted'));

/** Estimates are calls; submissions know the tokens. */
const PER_CALL = { modelPrice: 0 };

/** A task that a client submits. */
export interface TaskSubmit {
  readonly kind: TaskKind;
  readonly request: TaskRequest;
  /** Columns that only this kind has. */
  readonly columns: Columns;
  /** The id for the client; absent: that of the upstream. */
  readonly publicId?: string;
  /** The task that this one continues: its channel serves it. */
  readonly origin?: StoredTask;
  /** Whether another channel may be tried after a rejection. */
  readonly mayRetry: boolean;
}

export type SubmitResult =
  | {
      readonly kind: 'accepted';
      readonly rowId: number;
      readonly publicId: string;
      readonly acceptance: TaskAcceptance;
    }
  | { readonly kind: 'refused'; readonly rowId: number; readonly refusal: TaskRefusal };

/**
 * Submits tasks: reserves their price, stores them, calls the upstream, and charges what was accepted. Wherever a process
 * dies, a task is either charged and polled, or not charged and ended by its deadline.
 */
@Injectable()
export class TaskSubmitter {
  private readonly logger = new Logger('Tasks');

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: TasksRepository,
    private readonly charges: TaskCharges,
    private readonly hooks: TaskHooks,
    private readonly relay: RelayServices,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * @param authenticated its exchange must name the channel types that serve the family (`serves`)
   * @throws ApiError, UpstreamError where the task was not accepted; nothing is charged then
   */
  async submit(authenticated: Authenticated, task: TaskSubmit): Promise<SubmitResult> {
    const { relay } = this;
    const reserved = await this.reserved(authenticated, task);
    const { hold } = reserved;
    try {
      const rowId = await this.insert(reserved, task);
      const history = new AttemptHistory();
      const { request, result } = await attemptInGroups(
        reserved,
        history,
        relay,
        taskCaller(task.request, relay.ledger, task.mayRetry),
        (planned) => this.leaveOutFull(planned),
      );
      if (result.kind === 'answered')
        return await this.concluded(request, task, rowId, history, result.answer).finally(() => {
          if (result.admitted) relay.admission.leave(result.admitted, 0, 0);
        });
      await this.rejected(request, task, rowId, result);
      throw problemOf(result);
    } finally {
      // A charge, if there is one, is committed.
      await relay.ledger.releaseCharged(hold);
    }
  }

  /** Checks rights and price, chooses channels and reserves the price. */
  private async reserved(
    { scope, exchange, caller }: Authenticated,
    { request: { model, fields, form, pricedAs, units }, origin }: TaskSubmit,
  ): Promise<Reserved> {
    const { relay } = this;
    const isPerCall = pricedAs && relay.prices.firstSet(pricedAs)?.endsWith(CALL_PRICE);
    const request: ParsedRequest = {
      scope,
      exchange,
      caller: origin ? { ...caller, pinnedChannel: String(origin.channelId) } : caller,
      params: { model, stream: false, maxTokens: 0, includeUsage: false },
      operation: {
        model,
        stream: false,
        maxTokens: 0,
        includeUsage: false,
        body: exchange.body,
        contentType: exchange.request.headers['content-type'] ?? '',
        fields,
        estimate: usageOf(isPerCall ? ONE_CALL : units, PER_CALL),
        ...(form && { form }),
        ...(pricedAs && { pricedAs }),
      },
      body: exchange.body,
      previous: origin ? submittedBy(origin) : NO_PREVIOUS_RESPONSE,
    };
    const isFixed = origin !== undefined || caller.pinnedChannel !== undefined;
    const planned = isFixed ? plan(request, relay) : await this.planWithRoom(request);
    return reserve(planned, relay.ledger, { ...relay.settings.current, rateLimit: undefined });
  }

  /** Plans the request for the first of its groups that has a channel with room. @throws ApiError channels_full */
  private async planWithRoom(request: ParsedRequest): Promise<Planned> {
    for (let groups: readonly string[] | undefined; ;) {
      const planned = plan(request, this.relay, groups);
      try {
        await this.leaveOutFull(planned);
        return planned;
      } catch (error) {
        groups = planned.plan.nextGroups;
        if (!(error instanceof ApiError) || groups.length === 0) throw error;
      }
    }
  }

  /** @throws ApiError channels_full when every channel has as many running tasks as its setting allows */
  private async leaveOutFull({ plan: { group, model, routes } }: Planned): Promise<void> {
    const members = (this.relay.channels.tiers(group, model) ?? []).flat();
    const limits = new Map<number, number>();
    for (const { channelId } of members) {
      const limit = this.relay.channels.get(channelId)?.setting.maxRunningTasks;
      if (limit !== undefined) limits.set(channelId, limit);
    }
    const full = await this.store.fullChannels(limits);
    for (const id of full) routes.drop(id);
    if (full.length > 0 && full.length === members.length)
      throw new ApiError('channels_full', {}, { retryAfterSeconds: FULL_RETRY_SECONDS });
  }

  private insert({ caller: { token }, exchange, plan }: Reserved, task: TaskSubmit): Promise<number> {
    const { kind, request, columns } = task;
    return this.store.insert({
      kind,
      userId: token.user.id,
      tokenId: token.id,
      requestId: exchange.requestId,
      action: request.action,
      model: plan.model,
      groupName: plan.group,
      columns: {
        ...columns,
        ...(task.publicId !== undefined && { [TABLES[kind].publicId]: task.publicId }),
      },
    });
  }

  private async concluded(
    request: Reserved,
    task: TaskSubmit,
    rowId: number,
    history: AttemptHistory,
    submitted: SubmittedTask,
  ): Promise<SubmitResult> {
    const { channel, outcome, answer } = submitted;
    reportAnswer(channel, outcome, COMPLETE, this.relay);
    if (answer.kind === 'accepted') {
      const publicId = task.publicId ?? answer.upstreamId;
      const existing = await this.stored(() =>
        this.accept(request, task, rowId, publicId, history, submitted, answer),
      );
      return { kind: 'accepted', rowId, publicId, ...existing, acceptance: answer };
    }
    await this.stored(() =>
      this.fail(task.kind, rowId, {
        channel_id: channel.id,
        fail_reason: answer.reason.replaceAll('\0', ''),
        ...(answer.code !== undefined && { code: answer.code }),
      }),
    );
    if (answer.disables !== undefined)
      this.relay.reportBroken(channel.id, outcome.key.index, answer.disables);
    return { kind: 'refused', rowId, refusal: answer };
  }

  /**
   * Charge and state in one transaction.
   * @returns the ids of the task of the same user that the upstream has returned again: nothing is charged or stored then
   */
  private async accept(
    request: Reserved,
    { kind, request: { action }, columns: own }: TaskSubmit,
    rowId: number,
    publicId: string,
    history: AttemptHistory,
    { channel, outcome, units }: SubmittedTask,
    acceptance: TaskAcceptance,
  ): Promise<{ rowId: number; publicId: string } | undefined> {
    const { price } = request.plan;
    const cost = acceptance.charged === false ? 0 : chargeFor(usageOf(units, price), price);
    const charge = { kind, channelId: channel.id, cost, units, action, publicId };
    const details = chargeDetails(request, history, charge);
    const entry = chargeEntry(request, charge, details, this.relay.settings.current);
    const { token } = request.caller;
    return this.dataSource.transaction(async (manager) => {
      const stored = await this.store.byRowId(manager, kind, rowId);
      // The commit of an earlier attempt whose connection broke.
      if (stored && stored.version > 0 && stored.upstreamId === acceptance.upstreamId) return undefined;
      if (acceptance.existed) {
        const { upstreamId } = acceptance;
        const same = { userId: token.user.id, channelId: channel.id, upstreamId, action };
        const found = await this.store.existing(manager, kind, same);
        if (found) {
          await this.store.remove(manager, kind, rowId);
          return { rowId: found.id, publicId: found.publicId };
        }
      }
      const charged = await this.charges.charge(manager, entry);
      const report = acceptance.report ?? { upstreamId: acceptance.upstreamId };
      const columns: Columns = {
        status: 'SUBMITTED',
        group_name: request.plan.group,
        channel_id: channel.id,
        upstream_id: acceptance.upstreamId,
        upstream_model: outcome.upstreamModel,
        key_index: outcome.key.index,
        quota: charged,
        settlement: charged > 0 ? 'charged' : 'none',
        price: JSON.stringify(details),
        [TABLES[kind].publicId]: publicId,
        ...reportColumns(kind, report),
      };
      const row = { kind, id: rowId, version: 0 };
      const isOver = isFinal(String(columns.status));
      const changed = isOver
        ? await this.store.end(manager, row, columns)
        : await this.store.change(manager, kind, row, columns, this.store.running(this.timeoutMinutes(kind)));
      if (!changed) throw new Error(`task ${rowId} was given up while its submission was under way`);
      if (isOver) await this.hooks.changed(manager, { kind, id: rowId, row: own });
      return undefined;
    });
  }

  /** A submission that no channel accepted, or whose result is unknown. */
  private async rejected(
    request: Reserved,
    { kind }: TaskSubmit,
    rowId: number,
    result: Exclude<FinalResult<SubmittedTask>, { kind: 'answered' }>,
  ): Promise<void> {
    const outcome = result.kind === 'failed' ? result.outcome : undefined;
    const problem = problemOf(result);
    const reason =
      problem instanceof UpstreamError
        ? maskSecrets(operatorText(problem.failure))
        : problem instanceof ApiError
          ? problem.message
          : NOT_ACCEPTED;
    try {
      if (isUncertain(outcome)) await this.hold(request, kind, rowId, outcome?.channelId ?? 0);
      else await this.fail(kind, rowId, { channel_id: outcome?.channelId ?? 0, fail_reason: reason });
    } catch (error) {
      // The deadline ends the row.
      this.logger.error(`task ${rowId} not ended: ${String(error)}`);
    }
  }

  /** Takes the price, without a log row, until the deadline of the submission: the upstream may be working on the task. */
  private async hold(request: Reserved, kind: TaskKind, rowId: number, channelId: number): Promise<void> {
    const { token } = request.caller;
    const entry: JournalEntry = {
      requestId: request.exchange.requestId,
      userId: token.user.id,
      tokenId: token.id,
      channelId,
      charge: request.hold.amount,
      createdAt: Math.floor(Date.now() / 1000),
      log: undefined,
      usageData: undefined,
    };
    await this.dataSource.transaction(async (manager) => {
      const quota = await this.charges.charge(manager, entry);
      const columns = { status: 'UNKNOWN', channel_id: channelId, quota, note: UNCERTAIN };
      const settlement = quota > 0 ? 'held' : 'none';
      await this.store.change(manager, kind, { id: rowId, version: 0 }, { ...columns, settlement });
    });
  }

  private async fail(kind: TaskKind, id: number, columns: Columns): Promise<void> {
    const ended = { status: 'FAILURE', settlement: 'none', ...columns };
    await this.store.end(this.dataSource.manager, { kind, id, version: 0 }, ended);
  }

  /** The upstream has taken the task: a short outage of Postgres must not lose it. */
  private async stored<T>(store: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await store();
      } catch (error) {
        if (attempts >= STORE_ATTEMPTS) throw error;
        this.logger.warn(`task not stored yet: ${String(error)}`);
        await sleep(STORE_PAUSE_MS);
      }
    }
  }

  private timeoutMinutes(kind: TaskKind): number {
    return kind === 'drawing' ? this.env.MJ_TASK_TIMEOUT_MINUTES : this.env.TASK_TIMEOUT_MINUTES;
  }
}

const COMPLETE = {
  ending: 'complete',
  problem: undefined,
  outcome: undefined,
  sendEnd: undefined,
  storedResponse: undefined,
  renderFailure: undefined,
} as const;

/** The channel and the key that have the task which a request continues. */
function submittedBy({ upstreamId, userId, channelId, keyIndex }: StoredTask): PreviousResponse {
  return { ...NO_PREVIOUS_RESPONSE, storedAt: { id: upstreamId, userId, channelId, keyIndex } };
}

/** Why a task was not accepted. */
function problemOf(result: Exclude<FinalResult<SubmittedTask>, { kind: 'answered' }>): unknown {
  if (result.kind === 'client-gone') return new ApiError('internal_error');
  return result.problem;
}
