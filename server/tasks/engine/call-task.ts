import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import { chargeFor } from '../../billing/prices/charge/charge.js';
import type { Price } from '../../billing/prices/price.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import {
  callsOf,
  type TaskAcceptance,
  type TaskCodec,
  type TaskFamily,
  type TaskRefusal,
  type TaskRequest,
  type TaskUnits,
} from '../../dialects/task-apis/task.js';
import type { RoutableChannel } from '../../channels/channel-registry.js';
import { failed, type ChannelCall } from '../../relay/pipeline/attempt/attempt-result.js';
import { providerOfModel } from '../../relay/pipeline/attempt/channel-provider.js';
import { mapModel } from '../../relay/pipeline/attempt/model-mapping.js';
import type { Provider } from '../../dialects/kit/provider.js';
import { providerFor } from '../../dialects/providers/registry.js';
import { freshOutcome, type Outcome } from '../../relay/pipeline/answer/outcome.js';
import { attemptTarget } from '../../relay/pipeline/attempt/target.js';
import { withFetchedImages } from './fetch-images.js';
import { ask, type Reply } from '../../relay/upstream/request.js';

const SUBMIT_TIMEOUT_MS = 60_000;
/** Statuses of proxies that gave up waiting for an upstream that may have accepted the task. */
const GAVE_UP = new Set([504, 524]);

/** A channel's answer to a submission. */
export interface SubmittedTask {
  readonly channel: RoutableChannel;
  readonly outcome: Outcome;
  readonly units: TaskUnits;
  readonly answer: TaskAcceptance | TaskRefusal;
}

/**
 * Types whose format is used with every channel that lists such models: other gateways serve them beside other models, through
 * channels of any type.
 */
const COMMON_TYPES: { readonly [F in TaskFamily]?: number } = { drawing: 2, music: 36 };

/**
 * The provider with which a channel carries out tasks of a family; undefined if it does not.
 * @param model upstream model name
 */
export function taskProviderOf(
  channel: RoutableChannel,
  family: TaskFamily,
  model: string,
): Provider | undefined {
  const provider = providerOfModel(channel, model);
  if (provider?.tasks?.[family]) return provider;
  const common = COMMON_TYPES[family];
  return common === undefined ? undefined : providerFor(common);
}

/** How a channel carries out tasks of a family; undefined if it does not. */
export function taskCodecOf(
  channel: RoutableChannel,
  family: TaskFamily,
  model: string,
): TaskCodec | undefined {
  return taskProviderOf(channel, family, model)?.tasks?.[family];
}

/** The usage that units of a task are charged as: tokens, unless the model has a price per call. */
export function usageOf({ ratios, tokens }: TaskUnits, { modelPrice }: Pick<Price, 'modelPrice'>): Usage {
  if (tokens !== undefined && modelPrice === -1) return { ...noUsage(), output: tokens };
  return { ...noUsage(), more: { calls: callsOf({ ratios }) } };
}

/**
 * The units that are charged at a price: options that operators priced replace the factors of the provider, and a price per
 * call is the same for all durations.
 */
export function pricedUnits(units: TaskUnits, { taskFactors }: Pick<Price, 'taskFactors'>): TaskUnits {
  if (!taskFactors) return units;
  const ratios: Record<string, number> = { ...units.ratios };
  for (const [option, value] of Object.entries(units.options ?? {})) {
    const ratio = taskFactors.ratios.get(`${option}/${value.toLowerCase()}`);
    if (ratio !== undefined) ratios[option] = ratio;
    if (ratio === 1) delete ratios[option];
  }
  if (taskFactors.perCall) delete ratios.seconds;
  return { ...units, ratios };
}

/**
 * Returns the function with which `attempt` submits a task to one channel. A submission is never repeated elsewhere when the
 * upstream may have accepted it.
 * @param mayRetry whether another channel may be tried after a rejection
 */
export function taskCaller(
  task: TaskRequest,
  ledger: Pick<LedgerGate, 'extend'>,
  mayRetry: boolean,
): ChannelCall<SubmittedTask> {
  return async (attempt, services) => {
    const { request, channel, key, admitted } = attempt;
    const requested = request.params.model;
    let outcome: Outcome | undefined;
    try {
      const upstreamModel = mapModel(channel.modelMapping, requested);
      const provider = taskProviderOf(channel, task.family, upstreamModel);
      const codec = provider?.tasks?.[task.family];
      if (!provider || !codec)
        throw new ApiError('convert_request_failed', {
          detail: `channel type ${channel.type} cannot serve this route`,
        });
      outcome = freshOutcome(channel.id, key, requested, upstreamModel, provider);
      outcome.awaitsWork = !mayRetry;
      const target = attemptTarget(request, channel, key.key, upstreamModel, services.settings.current);
      const sent = codec.mustFetch ? await withFetchedImages(task, services.media) : task;
      const { price } = request.plan;
      const submission = codec.submit(sent, target);
      const { trace } = request.scope;
      const call = trace?.calling(submission.call, upstreamModel) ?? submission.call;
      const units = pricedUnits(submission.units, price);
      const cost = chargeFor(usageOf(units, price), price);
      const lacking = cost - request.hold.amount;
      if (lacking > 0 && !(await ledger.extend(request.hold, lacking)))
        return failed(new ApiError('user_quota_empty'));
      const reply = await submitted(outcome, () =>
        ask(services.upstream, call, channel.setting.proxy, SUBMIT_TIMEOUT_MS),
      );
      trace?.responded(reply.status);
      if (reply.status < 200 || reply.status > 299) {
        if (GAVE_UP.has(reply.status)) maybeAccepted(outcome);
        return failed(
          new UpstreamError(provider.readError(reply.status, reply.headers, reply.text)),
          outcome,
        );
      }
      const answer = accepted(codec, reply, task, outcome);
      return { kind: 'answered', answer: { channel, outcome, units, answer }, admitted };
    } catch (problem) {
      return failed(problem, outcome);
    }
  };
}

/** Notes when the upstream may have accepted a task although its response was not received. */
async function submitted(outcome: Outcome, send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (problem) {
    if (!(problem instanceof UpstreamError) || problem.failure.connection !== 'unreachable')
      maybeAccepted(outcome);
    throw problem;
  }
}

/** Whether the upstream may have accepted a task although no response says so. */
export function isUncertain(outcome: Outcome | undefined): boolean {
  return outcome?.answered === true;
}

function maybeAccepted(outcome: Outcome): void {
  outcome.answered = true;
  outcome.awaitsWork = true;
}

/** The parsed JSON of a response; undefined if it is not JSON. */
export function bodyOf({ parse }: TaskCodec, { body, text }: Reply): unknown {
  return parse && body !== undefined ? parse(text) : body;
}

function accepted(
  codec: TaskCodec,
  reply: Reply,
  task: TaskRequest,
  outcome: Outcome,
): TaskAcceptance | TaskRefusal {
  const { text } = reply;
  const body = bodyOf(codec, reply);
  if (body === undefined) {
    outcome.awaitsWork = true;
    throw new UpstreamError({
      status: 502,
      message: text === '' ? 'the answer is empty' : 'the answer is not JSON',
      kind: 'upstream_error',
      code: text === '' ? 'empty_answer' : 'invalid_response',
      retryable: false,
      disables: false,
    });
  }
  return codec.accepted(body, task);
}
