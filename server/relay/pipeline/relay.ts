import type { ChannelRegistry } from '../../channels/channel-registry.js';
import type { LedgerGate } from '../../billing/ledger/ledger.types.js';
import type { PricesService } from '../../billing/prices/prices.service.js';
import type { UsualUse } from '../../billing/prices/usual-use.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { inputTotal, outputTotal, stepTokens, type Usage } from '../../dialects/canonical/usage.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { Operation } from '../../dialects/operations/operation.js';
import type { ProviderResponses } from '../routing/provider-responses.js';
import type { StoredResponses } from '../stored/stored-responses.js';
import { attempt } from './attempt.js';
import { authenticate, type TokenSource } from './authenticate.js';
import type { AttemptServices } from './attempt-services.js';
import { known, RelayContext, type Exchange } from './context.js';
import { finish } from './finish.js';
import { follow, isFollowUp, remember, storeAnswer } from './resolve-stored-response.js';
import { takenByLarger } from './larger-context.js';
import { operationName } from './hold-plan.js';
import { plan } from './plan.js';
import { read } from './parse-request.js';
import { reserve } from './reserve.js';
import { refuseSensitiveWords } from './sensitive-words.js';
import type { RelaySettings } from './settings.js';
import { settle } from './settle.js';

/** Everything outside the pipeline that a request may need. */
export interface PipelineServices extends AttemptServices {
  tokens: TokenSource;
  channels: ChannelRegistry;
  prices: PricesService;
  settings: RelaySettings;
  ledger: LedgerGate;
  kept: ProviderResponses;
  stored: StoredResponses;
  usual: UsualUse;
  /** Logs a line for the operator. */
  note: (line: string, requestId: string) => void;
  /** Reports a defect: an error that no request should be able to cause. */
  report(defect: unknown, requestId: string): void;
}

/** The whole life of a relayed request. */
export async function relay(exchange: Exchange, services: PipelineServices): Promise<void> {
  const context = new RelayContext(exchange);
  const { ledger, settings } = services;
  try {
    await authenticate(context, services.tokens); // token, user, pinned channel
    read(context, settings.current.audioTokensPerMinute); // model, stream, output limit
    if (exchange.operation?.measure) await measure(context, exchange.operation.measure); // length of audio
    if (isFollowUp(context)) await follow(context, services); // finds or inserts an earlier response
    plan(context, services); // group, price, routes
    if (settings.current.words) refuseSensitiveWords(context, settings.current.words, services.note);
    await reserve(context, ledger, settings); // rate limit and hold in one call
    await attempt(context, services); // translate, call; next channel while nothing was sent
  } catch (problem) {
    if (!(await takenByLarger(context, problem, services))) context.fail(problem); // sent to the client by finish
    if (!(problem instanceof ApiError) && !(problem instanceof UpstreamError))
      services.report(problem, exchange.requestId);
  }
  // Started before the charge, so that a follow-up sent right after the last bytes of the response finds it.
  if (context.read?.isKept) remember(context, services.kept);
  const stored = context.stored && storeAnswer(context, services);
  const charged = await settled(context, services); // charge by the ending's rule, or release
  if (stored) await stored;
  if (context.beyond)
    services.note(
      `usage beyond what was sent and asked for is not charged: ${context.beyond.input} input, ${context.beyond.output} output tokens reported`,
      exchange.requestId,
    );
  if (charged) learn(context, charged, services.usual);
  if (context.admitted) services.admission.leave(context.admitted, used(charged), context.charged);
  finish(context, charged); // last bytes, or the error in the client's own protocol
}

/** Refines the estimate of an operation's usage before it is priced. */
async function measure(context: RelayContext, look: NonNullable<Operation['measure']>): Promise<void> {
  context.read = context.operation = await look(known(context.operation));
}

/** Records the usage of a complete response for later holds. Output cut by the limit of its hold would be too low. */
function learn(context: RelayContext, charged: Usage, usual: UsualUse): void {
  if (context.ending !== 'complete') return;
  const { model } = known(context.plan);
  const { operation } = context.exchange;
  if (operation) return usual.add(operationName(operation.name, model), context.charged);
  const tokens = outputTotal(charged) / (context.read?.answers ?? 1);
  if (context.outputLimit === undefined || tokens < context.outputLimit) usual.add(model, tokens);
}

/** Tokens of all classes, counted against the channel's limits. */
function used(charged: Usage | undefined): number {
  return charged ? inputTotal(charged) + outputTotal(charged) + stepTokens(charged) : 0;
}

/** Settles the request. If a defect prevents that, the hold is released and the defect reported. */
async function settled(context: RelayContext, services: PipelineServices): Promise<Usage | undefined> {
  try {
    return await settle(context, services.ledger, services.settings.current, services.prices);
  } catch (defect) {
    services.report(defect, context.exchange.requestId);
    context.ending = context.committed ? 'malformed' : 'failed-before-bytes';
    context.problem ??= defect;
    if (context.hold) await services.ledger.release(context.hold);
    return undefined;
  }
}
