import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import type { LogEntry } from '../../core/logger.js';
import { reportAnswer } from '../../relay/pipeline/attempt/attempt-health.js';
import { AttemptHistory } from '../../relay/pipeline/attempt/attempt-history.js';
import type { FinalResult } from '../../relay/pipeline/attempt/attempt-result.js';
import { attemptInGroups } from '../../relay/pipeline/attempt/next-group.js';
import { countRequest } from '../../relay/pipeline/count-request.js';
import { RELEASED } from '../../relay/pipeline/settle/settle.js';
import type { Authenticated, Reserved } from '../../relay/pipeline/stages.js';
import { RelayServices } from '../../relay/relay-services.js';
import { isUncertain, taskCaller, type SubmittedTask } from './call-task.js';
import { rejectionReason } from '../rejection-reason.js';
import { SubmissionResults, type StoredSubmission } from './submission-results.js';
import { TaskReservations } from './task-reservations.js';
import type { SubmissionResult, TaskSubmission } from './task-submission.js';
import { TABLES } from './task-table.js';
import { TasksRepository } from './tasks.repository.js';

type Rejection = Exclude<FinalResult<SubmittedTask>, { kind: 'answered' }>;

/**
 * Submits tasks: reserves their price, stores them, calls the upstream, and charges what was accepted. Wherever a process
 * dies, a task is either charged and polled, or not charged and ended by its deadline.
 */
@Injectable()
export class TaskSubmitter {
  private readonly logger = new Logger('Tasks');

  constructor(
    private readonly store: TasksRepository,
    private readonly reservations: TaskReservations,
    private readonly results: SubmissionResults,
    private readonly relay: RelayServices,
  ) {}

  /**
   * @param authenticated its exchange must name the channel types that serve the family (`serves`)
   * @throws ApiError, UpstreamError where the task was not accepted; nothing is charged then
   */
  async submit(authenticated: Authenticated, submission: TaskSubmission): Promise<SubmissionResult> {
    const { scope } = authenticated;
    scope.trace = this.relay.tracer?.begin(authenticated, submission.request.family);
    try {
      return await this.reserveAndSubmit(authenticated, submission);
    } catch (problem) {
      scope.trace?.rejected(authenticated, problem);
      throw problem;
    }
  }

  private async reserveAndSubmit(
    authenticated: Authenticated,
    submission: TaskSubmission,
  ): Promise<SubmissionResult> {
    const { relay } = this;
    const reserved = await this.reservations.reserve(authenticated, submission);
    const { hold } = reserved;
    try {
      const stored = { submission, rowId: await this.insert(reserved, submission) };
      const history = new AttemptHistory();
      const { request, result } = await attemptInGroups(
        reserved,
        history,
        relay,
        taskCaller(submission.request, relay.ledger, submission.mayRetry),
        (planned) => this.reservations.dropFullChannels(planned),
      );
      countSubmission(request, history, result, relay);
      if (result.kind === 'answered')
        return await this.conclude(request, stored, history, result.answer).finally(() => {
          if (result.admitted) relay.admission.leave(result.admitted, 0, 0);
        });
      await this.reject(request, stored, result);
      throw problemOf(result);
    } finally {
      // A charge, if there is one, is committed.
      await relay.ledger.releaseCharged(hold);
    }
  }

  private insert(
    { caller: { token }, exchange, plan }: Reserved,
    { table, request, columns, publicId }: TaskSubmission,
  ): Promise<number> {
    return this.store.insert({
      table,
      userId: token.user.id,
      tokenId: token.id,
      requestId: exchange.requestId,
      action: request.action,
      model: plan.model,
      groupName: plan.group,
      columns: { ...columns, ...(publicId !== undefined && { [TABLES[table].publicId]: publicId }) },
    });
  }

  /** Stores the answer of a channel. */
  private async conclude(
    request: Reserved,
    stored: StoredSubmission,
    history: AttemptHistory,
    submitted: SubmittedTask,
  ): Promise<SubmissionResult> {
    const { channel, outcome, answer } = submitted;
    const { trace } = request.scope;
    reportAnswer(channel, outcome, COMPLETE, this.relay);
    if (answer.kind === 'accepted') {
      trace?.settling();
      const ids = await this.results.accept(request, stored, history, submitted, answer);
      // A task that the upstream has returned before is not charged again.
      const settled = { ...RELEASED, quota: ids.rowId === stored.rowId ? request.hold.amount : 0 };
      trace?.settled(settled);
      trace?.ended({ ...COMPLETE, outcome }, settled);
      return { kind: 'accepted', ...ids, acceptance: answer };
    }
    await this.results.refuse(stored, channel.id, answer);
    if (answer.disables !== undefined)
      this.relay.reportBroken(channel.id, outcome.key.index, answer.disables);
    trace?.ended({ ...COMPLETE, outcome }, RELEASED);
    return { kind: 'refused', rowId: stored.rowId, refusal: answer };
  }

  /** A submission that no channel accepted, or whose result is unknown. */
  private async reject(request: Reserved, stored: StoredSubmission, result: Rejection): Promise<void> {
    const outcome = result.kind === 'failed' ? result.outcome : undefined;
    const channelId = outcome?.channelId ?? 0;
    try {
      if (isUncertain(outcome)) await this.results.hold(request, stored, channelId);
      else await this.results.fail(stored, channelId, rejectionReason(problemOf(result)));
    } catch (error) {
      // The deadline ends the row.
      const { requestId } = request.exchange;
      const message = `task ${stored.rowId} not ended: ${String(error)}`;
      this.logger.error({ requestId, message } satisfies LogEntry);
    }
  }
}

/** Counts a submission with the price of the task, which a task that fails later gets back. */
function countSubmission(
  request: Reserved,
  history: AttemptHistory,
  result: FinalResult<SubmittedTask>,
  { statistics }: RelayServices,
): void {
  if (result.kind !== 'answered') {
    const problem = problemOf(result);
    const ending = result.kind === 'failed' ? 'failed-before-bytes' : 'cut-by-client';
    const answer = { ending, problem, outcome: undefined, isAnswered: false } as const;
    return countRequest(statistics, request, history, answer, RELEASED);
  }
  const { outcome, answer } = result.answer;
  const quota = answer.kind === 'accepted' ? request.hold.amount : 0;
  countRequest(
    statistics,
    request,
    history,
    { ...COMPLETE, outcome, isAnswered: true },
    { usage: undefined, quota },
  );
}

const COMPLETE = {
  ending: 'complete',
  problem: undefined,
  outcome: undefined,
  sendEnd: undefined,
  storedResponse: undefined,
  renderFailure: undefined,
} as const;

/** Why a task was not accepted. */
function problemOf(result: Rejection): unknown {
  if (result.kind === 'client-gone') return new ApiError('internal_error');
  return result.problem;
}
