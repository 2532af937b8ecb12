import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { JournalEntry } from '../../billing/ledger/journal-entry.js';
import { chargeFor } from '../../billing/prices/charge/charge.js';
import { chineseText, storedText } from '../../contract/stored-texts/catalogue.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import { columnText, jsonbOf } from '../../core/postgres/postgres-text.js';
import { isFinal, type TaskAcceptance, type TaskRefusal } from '../../dialects/task-apis/task.js';
import type { AttemptHistory } from '../../relay/pipeline/attempt/attempt-history.js';
import type { Reserved } from '../../relay/pipeline/stages.js';
import { RelayServices } from '../../relay/relay-services.js';
import { usageOf, type SubmittedTask } from './call-task.js';
import { chargeDetails, chargeEntry } from './charge-entry.js';
import { reportColumns, type Columns } from './report-columns.js';
import { TaskCharges } from './task-charges.js';
import { TaskHooks } from './task-hooks.js';
import type { TaskSubmission } from './task-submission.js';
import { TABLES, timeoutMinutes, type TaskTable } from './task-table.js';
import { TasksRepository } from './tasks.repository.js';

/** Attempts to store an accepted task, which the upstream is working on already, and the pause between them. */
const STORE_ATTEMPTS = 4;
const STORE_PAUSE_MS = 1500;
const UNCERTAIN = chineseText(storedText('task_unconfirmed'));

/** A submission with the row that was stored before the upstream was called. */
export interface StoredSubmission {
  readonly rowId: number;
  readonly submission: TaskSubmission;
}

/** Stores what became of submissions, each with its charge in one transaction. */
@Injectable()
export class SubmissionResults {
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
   * Charges an accepted task and schedules its first poll. Repeated while Postgres is unavailable.
   * @returns the ids of the task, which are those of an earlier one of the same user that the upstream has returned again:
   *   nothing is charged or stored then
   */
  async accept(
    request: Reserved,
    stored: StoredSubmission,
    history: AttemptHistory,
    submitted: SubmittedTask,
    acceptance: TaskAcceptance,
  ): Promise<{ rowId: number; publicId: string }> {
    const publicId = stored.submission.publicId ?? acceptance.upstreamId;
    const existing = await this.repeated(() =>
      this.enter(request, stored, publicId, history, submitted, acceptance),
    );
    return existing ?? { rowId: stored.rowId, publicId };
  }

  /** Ends the row of a task that the upstream refused. Repeated while Postgres is unavailable. */
  async refuse(
    { rowId, submission: { table } }: StoredSubmission,
    channelId: number,
    { reason, code }: TaskRefusal,
  ): Promise<void> {
    await this.repeated(() =>
      this.end(table, rowId, {
        channel_id: channelId,
        fail_reason: columnText(reason),
        ...(code !== undefined && { code }),
      }),
    );
  }

  /** Ends the row of a task that no channel accepted. */
  fail({ rowId, submission: { table } }: StoredSubmission, channelId: number, reason: string): Promise<void> {
    return this.end(table, rowId, { channel_id: channelId, fail_reason: columnText(reason) });
  }

  /** Takes the price, without a log row, until the deadline of the submission: the upstream may be working on the task. */
  async hold(
    request: Reserved,
    { rowId, submission: { table } }: StoredSubmission,
    channelId: number,
  ): Promise<void> {
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
      await this.store.change(manager, table, { id: rowId, version: 0 }, { ...columns, settlement });
    });
  }

  /** Charge and state in one transaction. @returns the ids of the task that the upstream has returned again */
  private async enter(
    request: Reserved,
    {
      rowId,
      submission: {
        table,
        request: { action },
        columns: own,
      },
    }: StoredSubmission,
    publicId: string,
    history: AttemptHistory,
    { channel, outcome, units }: SubmittedTask,
    acceptance: TaskAcceptance,
  ): Promise<{ rowId: number; publicId: string } | undefined> {
    const { price } = request.plan;
    const cost = acceptance.charged === false ? 0 : chargeFor(usageOf(units, price), price);
    const charge = { table, channelId: channel.id, cost, units, action, publicId };
    const details = chargeDetails(request, history, charge);
    const entry = chargeEntry(request, charge, details, this.relay.settings.current);
    const { token } = request.caller;
    return this.dataSource.transaction(async (manager) => {
      const stored = await this.store.byRowId(manager, table, rowId);
      // The commit of an earlier attempt whose connection broke.
      if (stored && stored.version > 0 && stored.upstreamId === acceptance.upstreamId) return undefined;
      if (acceptance.existed) {
        const { upstreamId } = acceptance;
        const same = { userId: token.user.id, channelId: channel.id, upstreamId, action };
        const found = await this.store.existing(manager, table, same);
        if (found) {
          await this.store.remove(manager, table, rowId);
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
        price: jsonbOf(details),
        [TABLES[table].publicId]: publicId,
        ...reportColumns(table, report),
      };
      const row = { table, id: rowId, version: 0 };
      const isOver = isFinal(String(columns.status));
      const changed = isOver
        ? await this.store.end(manager, row, columns)
        : await this.store.change(
            manager,
            table,
            row,
            columns,
            this.store.running(timeoutMinutes(table, this.env)),
          );
      if (!changed) throw new Error(`task ${rowId} was ended while its submission was under way`);
      if (isOver) await this.hooks.changed(manager, { table, id: rowId, row: own });
      return undefined;
    });
  }

  private async end(table: TaskTable, id: number, columns: Columns): Promise<void> {
    const ended = { status: 'FAILURE', settlement: 'none', ...columns };
    await this.store.end(this.dataSource.manager, { table, id, version: 0 }, ended);
  }

  /** The upstream has the task: a short outage of Postgres must not lose it. */
  private async repeated<T>(store: () => Promise<T>): Promise<T> {
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
}
