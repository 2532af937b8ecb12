import type { Hold } from '../../billing/ledger/ledger.types.js';
import type { LoggedSession } from '../../contract/resources/logs/log-terms.js';
import type { Price } from '../../billing/prices/price.js';
import { Role } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { inputTotal, outputTotal, type Usage } from '../../dialects/canonical/usage.js';
import { AttemptHistory } from '../pipeline/attempt/attempt-history.js';
import type { Charged } from '../pipeline/settle/charged-usage.js';
import type { Ending } from '../pipeline/settle/endings.js';
import { countRequest } from '../pipeline/count-request.js';
import type { Outcome } from '../pipeline/answer/outcome.js';
import type { PipelineServices } from '../pipeline/services.js';
import { settleUsage } from '../pipeline/settle/settle.js';
import type { BilledRequest, Plan, Planned, Reserved } from '../pipeline/stages.js';
import { countUnread } from '../pipeline/settle/unread-usage.js';
import { implausibleUsage } from '../pipeline/settle/usage-bounds.js';
import type { ResponseUsage } from './session-usage.js';

export type BillingServices = Pick<
  PipelineServices,
  'ledger' | 'settings' | 'prices' | 'warn' | 'channels' | 'unreadUsage' | 'statistics'
>;

/** An open session: its request, and the attempts that opened it. */
export interface OpenedSession {
  readonly request: Reserved;
  readonly history: AttemptHistory;
  /** Of the attempt that opened the session. */
  readonly outcome: Outcome;
}

/** One response, a separate request to the ledger. */
export interface SessionResponse {
  readonly requestId: string;
  readonly hold: Hold;
  readonly plan: Plan;
  readonly outcome: Outcome;
  /** Unix milliseconds. */
  startedAt: number;
}

/** What the responses of a session have used so far, together. */
export interface SessionTotals extends Omit<LoggedSession, 'id'> {
  /** Quota units. */
  quota: number;
}

/** Channels that refused the session were counted when it was opened. */
const NO_FAILURES = new AttemptHistory();

export function openResponse(
  { request, outcome }: OpenedSession,
  requestId: string,
  hold: Hold,
): SessionResponse {
  return {
    requestId,
    hold,
    plan: request.plan,
    outcome: { ...outcome, answered: false, usage: undefined, firstDataMs: undefined },
    startedAt: Date.now(),
  };
}

/** Charges a response, or releases its hold, and adds it to the totals. @returns the usage of the response */
export async function settleResponse(
  session: OpenedSession,
  { requestId, hold, plan, outcome, startedAt }: SessionResponse,
  { reported, counted }: ResponseUsage,
  charged: Charged,
  ending: Ending,
  totals: SessionTotals,
  billing: BillingServices,
): Promise<Usage> {
  const { history } = session;
  const { ledger, settings, warn } = billing;
  const usage = charged.source === 'none' ? (reported ?? counted) : charged.usage;
  totals.input_tokens += inputTotal(usage);
  totals.output_tokens += outputTotal(usage);
  const request: BilledRequest = {
    ...session.request,
    exchange: { ...session.request.exchange, requestId, startedAt },
    plan,
    hold,
    loggedContext: { session: loggedSession(session.request.exchange.requestId, totals), usage },
  };
  const services = { ledger, settings, prices: undefined };
  const settled = await settleUsage({ request, history, ending, outcome, charged }, services);
  if (settled.implausible) warn(implausibleUsage(settled.implausible), requestId);
  countUnread(outcome, reported, plan.price, billing);
  totals.quota += settled.quota;
  const answer = { ending, outcome, problem: undefined, isAnswered: true };
  countRequest(billing.statistics, request, NO_FAILURES, answer, settled);
  return usage;
}

function loggedSession(id: string, { responses, input_tokens, output_tokens }: SessionTotals): LoggedSession {
  return { id, responses, input_tokens, output_tokens };
}

/** The plan with the price of the transcription model, or the session's own plan if that model has no price. */
export function transcriptPlan(
  { request }: OpenedSession,
  model: string | undefined,
  prices: BillingServices['prices'],
): Plan {
  const { plan } = request;
  if (model === undefined) return plan;
  try {
    return { ...plan, model, price: transcriptPrice(request, model, prices) };
  } catch (problem) {
    if (problem instanceof ApiError) return plan;
    throw problem;
  }
}

/** The price of a transcription model for the caller of a session. @throws ApiError 403, if it has none */
export function transcriptPrice(
  { plan, caller }: Pick<Planned, 'plan' | 'caller'>,
  model: string,
  prices: BillingServices['prices'],
): Price {
  const { user } = caller.token;
  return prices.price(model, plan.group, {
    admin: user.role >= Role.admin,
    group: user.group || 'default',
    acceptUnset: user.setting.acceptUnsetModelRatio,
  });
}
