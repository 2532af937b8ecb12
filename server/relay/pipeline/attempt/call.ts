import { ApiError } from '../../../contract/errors/api-error.js';
import type { Provider, UpstreamCall } from '../../../dialects/kit/provider.js';
import { AnswerReceiver } from '../answer/answer-receiver.js';
import {
  failed,
  type Answer,
  type Attempt,
  type AttemptResult,
  type Failed,
  type Unsupported,
} from './attempt-result.js';
import { isNotExpressible } from './attempt-rules.js';
import type { AttemptServices } from './attempt-services.js';
import { canServe, providerOfModel } from './channel-provider.js';
import { mapModel } from './model-mapping.js';
import { freshOutcome, type Outcome } from '../answer/outcome.js';
import { attemptTarget } from './target.js';
import { upstreamCall } from './upstream-call.js';

/** One attempt on one channel: builds the upstream call, sends it and receives the response. */
export function callChannel(attempt: Attempt, services: AttemptServices): Promise<AttemptResult<Answer>> {
  let outcome: Outcome | undefined;
  try {
    const { request, channel, key } = attempt;
    const requested = request.params.model;
    const upstreamModel = mapModel(channel.modelMapping, requested);
    const provider = providerOfModel(channel, upstreamModel);
    if (!provider || !canServe(provider, request.exchange))
      throw new ApiError('convert_request_failed', {
        detail: `channel type ${channel.type} cannot serve this route`,
      });
    const made = freshOutcome(channel.id, key, requested, upstreamModel, provider);
    outcome = made;
    const target = attemptTarget(request, channel, key.key, upstreamModel, services.settings.current);
    const call = upstreamCall({ attempt, provider, target, outcome, services });
    if (!(call instanceof Promise)) return receive(call, attempt, provider, made, services);
    return call.then(
      (built) => receive(built, attempt, provider, made, services),
      (problem: unknown) => notSent(attempt, problem, made),
    );
  } catch (problem) {
    return Promise.resolve(notSent(attempt, problem, outcome));
  }
}

/** The result where the call could not be built. */
function notSent(
  { request, interrupted }: Attempt,
  problem: unknown,
  outcome: Outcome | undefined,
): Unsupported | Failed {
  if (!interrupted && isNotExpressible(request, problem)) return { kind: 'unsupported', problem };
  return failed(problem, outcome);
}

/** A separate function, so that the data the call was built from is not kept alive while the response runs. */
function receive(
  call: UpstreamCall,
  attempt: Attempt,
  provider: Provider,
  outcome: Outcome,
  services: AttemptServices,
): Promise<AttemptResult<Answer>> {
  outcome.reasoningEffort = call.reasoningEffort;
  if (call.toolNames) outcome.toolNames = call.toolNames;
  if (call.answerMode) outcome.answerMode = call.answerMode;
  const { trace } = attempt.request.scope;
  const sent = trace ? trace.calling(call, outcome.upstreamModel) : call;
  if (trace?.output) outcome.output = trace.output;
  return new Promise((resolve) => {
    new AnswerReceiver(attempt, provider, outcome, services, resolve).start(sent);
  });
}
