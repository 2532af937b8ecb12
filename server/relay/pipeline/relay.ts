import type { UsualUse } from '../../billing/prices/charge/usual-use.js';
import { inputTotal, outputTotal, stepTokens, type Usage } from '../../dialects/canonical/usage.js';
import { AttemptHistory } from './attempt/attempt-history.js';
import { failed, type Answer, type FinalResult } from './attempt/attempt-result.js';
import { callChannel } from './attempt/call.js';
import { sendHeadEarly } from './client/early-head.js';
import { finalAnswer } from './answer/final-answer.js';
import { countRequest } from './count-request.js';
import { recordFailure, type FailingRequest } from './failed-request.js';
import { finish } from './client/finish.js';
import { operationName } from './reserve/hold-plan.js';
import { retryWithLargerContext } from './attempt/larger-context.js';
import { attemptInGroups } from './attempt/next-group.js';
import { toolCallsName } from './reserve/offered-tools.js';
import { measured, parseRequest } from './plan/parse-request.js';
import { plan } from './plan/plan.js';
import { reject } from './reject.js';
import { reserve } from './reserve/reserve.js';
import {
  refersToStoredResponse,
  rememberProviderResponse,
  resolveStoredResponse,
  storeResponse,
  storeThoughts,
} from './plan/resolve-stored-response.js';
import { rejectSensitiveWords } from './plan/sensitive-words.js';
import { RELEASED, settle, type Settled } from './settle/settle.js';
import type { PipelineServices } from './services.js';
import type { Authenticated, Reserved } from './stages.js';
import { countUnread } from './settle/unread-usage.js';
import { implausibleUsage } from './settle/usage-bounds.js';

/** The whole life of a relayed request. Its caller was authenticated before its body was read (`http/before-body.ts`). */
export async function relay(authenticated: Authenticated, services: PipelineServices): Promise<void> {
  const { scope, exchange } = authenticated;
  const { ledger, settings, typicalUsage } = services;
  if (services.tracer) scope.trace = services.tracer.begin(authenticated);
  let request: Reserved;
  let known: FailingRequest = authenticated;
  try {
    let parsed = parseRequest(authenticated, settings.current); // model, stream, output limit
    known = parsed;
    if (exchange.operation?.measure) parsed = await measured(parsed, exchange.operation.measure); // length of audio, size of images
    if (refersToStoredResponse(parsed)) parsed = await resolveStoredResponse(parsed, services); // finds or inserts it
    scope.trace?.parsed(parsed);
    const planned = plan(parsed, services); // group, price, routes
    known = planned;
    if (settings.current.words) rejectSensitiveWords(planned, settings.current.words, services.warn);
    scope.trace?.holding();
    request = await reserve(planned, ledger, settings.current); // rate limit and hold in one call
    scope.trace?.held(request.hold);
    if (settings.current.earlyHead) sendHeadEarly(request, settings.current.earlyHead); // pings before the first content
  } catch (problem) {
    return reject(scope, known, problem, services);
  }

  const history = new AttemptHistory();
  let result: FinalResult<Answer>;
  try {
    ({ request, result } = await attemptInGroups(request, history, services, callChannel)); // translate, call; next channel while nothing was sent
    const larger =
      result.kind === 'failed' && (await retryWithLargerContext(request, history, result, services));
    if (larger) ({ request, result } = larger);
  } catch (defect) {
    services.report(defect, exchange.requestId);
    result = failed(defect);
  }
  const answer = finalAnswer(scope, history, result);

  // Started before the charge, so that a follow-up sent right after the last bytes of the response finds it.
  rememberProviderResponse(request, answer, services);
  const storing = answer.storedResponse && storeResponse(request, answer, services);
  const storingThoughts = answer.outcome?.thoughts?.hasCalls && storeThoughts(request, answer, services);
  scope.trace?.settling();
  const settled = await settleOrRelease(request, history, answer, services); // charge by the ending's rule
  scope.trace?.settled(settled);
  if (storing) await storing;
  if (storingThoughts) await storingThoughts;
  if (settled.implausible) services.warn(implausibleUsage(settled.implausible), exchange.requestId);
  if (answer.outcome) countUnread(answer.outcome, answer.outcome.usage, request.plan.price, services); // new members of the provider's usage
  learn(request, answer, settled, typicalUsage);
  if (result.kind === 'answered' && result.admitted)
    services.admission.leave(result.admitted, tokensOf(settled.usage), settled.quota);
  finish(scope, answer, settled, settings.current); // last bytes, or the error in the client's own protocol
  scope.trace?.ended(answer, settled);
  const isAnswered = result.kind === 'answered';
  countRequest(services.statistics, request, history, { ...answer, isAnswered }, settled);
  const problem = answer.problem ?? settled.defect;
  // Also where the response had begun and is charged: the row of the charge says what it cost, this one what went wrong.
  if (problem !== undefined && !scope.clientGone)
    recordFailure(services, request, problem, history, answer.outcome?.firstDataMs);
}

/** Settles the request. If a defect prevents that, the hold is released and the defect reported. */
async function settleOrRelease(
  request: Reserved,
  history: AttemptHistory,
  answer: Answer,
  services: PipelineServices,
): Promise<Settled> {
  try {
    return await settle(request, history, answer, services);
  } catch (defect) {
    services.report(defect, request.exchange.requestId);
    await services.ledger.release(request.hold);
    return { ...RELEASED, defect };
  }
}

/**
 * Records the usage of a complete response for later holds. Output that the limit of its hold cut would be too low, so it
 * counts only where it exceeds what is usual, which rises that way.
 */
function learn(
  { plan: { model, content, answers }, exchange: { operation }, outputLimit, toolLimit }: Reserved,
  { ending }: Answer,
  { usage, quota }: Settled,
  typicalUsage: UsualUse,
): void {
  if (!usage || ending !== 'complete') return;
  if (operation) return typicalUsage.add(operationName(operation.name, model), quota);
  const tokens = outputTotal(usage) / answers;
  const isCut = outputLimit !== undefined && tokens >= outputLimit;
  if (!isCut || tokens > (typicalUsage.percentile(model) ?? Infinity)) typicalUsage.add(model, tokens);
  if (!content?.tools.length || toolLimit !== undefined) return;
  // Responses without calls count as one, because only positive values are kept.
  const calls = Object.values(usage.more?.tools ?? {}).reduce((sum, count) => sum + count, 0);
  typicalUsage.add(toolCallsName(model), Math.max(1, calls));
}

/** Tokens of all classes, counted against the channel's limits. */
function tokensOf(usage: Usage | undefined): number {
  return usage ? inputTotal(usage) + outputTotal(usage) + stepTokens(usage) : 0;
}
