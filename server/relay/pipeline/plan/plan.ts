import { Role } from '../../../contract/enums.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { ChannelRegistry, RoutableChannel } from '../../../channels/channel-registry.js';
import { normalizeModelName, thinkingFamily } from '../../../billing/prices/model-name.js';
import { highestPrice } from '../../../billing/prices/charge/charge.js';
import type { PricesService } from '../../../billing/prices/prices.service.js';
import type { UsualUse } from '../../../billing/prices/charge/usual-use.js';
import { AUTO_GROUP } from '../../../options/groups/auto-groups.js';
import type { TokenIdentity } from '../../../tokens/token-identity.js';
import { inputTotal } from '../../../dialects/canonical/usage.js';
import { isRecord, type UnknownRecord } from '../../../dialects/json/lenient.js';
import { tierName } from '../../../dialects/json/requested-tiers.js';
import type { ChannelCircuits, CircuitView } from '../../routing/channel-circuits.js';
import { conversationSeed } from '../../routing/conversation-seed.js';
import { canServe, providerOfRequested } from '../attempt/channel-provider.js';
import { holdPlan } from '../reserve/hold-plan.js';
import { operationEstimates } from './operation-estimates.js';
import { heldPromptTokens } from './prompt-size.js';
import { sentNumbers } from '../reserve/raised-limit.js';
import { contentOf } from './requested-content.js';
import {
  pinnedRoute,
  routesFor,
  storedResponseRoute,
  unserved,
  type Routes,
  type RouteCriteria,
} from './channel-order.js';
import type { Exchange } from '../request-scope.js';
import type { CompiledSettings } from '../settings.js';
import type { ParsedRequest, Planned } from '../stages.js';
import { groupsAfter, servingGroup, usingGroup } from './effective-group.js';

const NO_GROUPS: readonly string[] = [];

/** The inputs of planning; all of them in memory. */
export interface PlanServices {
  channels: ChannelRegistry;
  prices: PricesService;
  settings: { readonly current: CompiledSettings };
  circuits: Pick<ChannelCircuits, 'forModel'>;
  typicalUsage: UsualUse;
}

/**
 * Checks that the caller may use the model, then decides price, hold and the channels the request may go to.
 * @param remaining the groups that are left of those the token may use; undefined: all
 * @throws ApiError 403 (group, model, price), 400/403 (pinned channel), 404 (no channel lists the model),
 *   503 (channels out of service)
 */
export function plan(request: ParsedRequest, services: PlanServices, remaining?: readonly string[]): Planned {
  const { scope, exchange, caller, params, operation, body, previous } = request;
  const { channels, prices, typicalUsage, settings } = services;
  const { token } = caller;
  const { groups, model } = rightsOf(token, params.model, settings.current);
  const { group, routes, nextGroups = NO_GROUPS } = candidates(request, remaining ?? groups, model, services);
  const { pricedAs, estimate } = operation ?? {};
  const price = prices.price((pricedAs && prices.firstSet(pricedAs)) ?? params.model, group, {
    admin: token.user.role >= Role.admin,
    group: token.user.group || 'default',
    acceptUnset: token.user.setting.acceptUnsetModelRatio,
  });
  const possibleChannels = () => candidateChannels(request, group, model, channels);
  const estimates = operation && operationEstimates(operation, exchange, possibleChannels());
  const sent = sentNumbers(request, possibleChannels());
  const content = contentOf(request, model, sent.overrides, possibleChannels);
  const promptTokens = estimate
    ? inputTotal(estimate)
    : heldPromptTokens(channels.billsCharacters(model), body, exchange.protocol.inlineMember);
  const heldPrice = highestPrice(price, namedTiers(params.serviceTiers, sent.overrides));
  const { amount, preferredHold } = holdPlan(
    { model, price: heldPrice, promptTokens, content, sent, estimates },
    exchange,
    { prices, typicalUsage, flat: settings.current.flatHold },
  );
  return {
    scope,
    exchange,
    caller,
    params,
    operation,
    body,
    previous,
    plan: {
      group,
      nextGroups,
      model,
      price,
      heldPrice,
      promptTokens,
      content,
      answers: sent.answers,
      maxTokens: sent.maxTokens,
      amount,
      preferredHold,
      maxCost: estimate ? undefined : preferredHold?.possible,
      routes,
    },
  };
}

/** The service tiers that the request or a channel's `param_override` names. */
function namedTiers(
  requested: readonly string[] | undefined,
  overrides: readonly UnknownRecord[] | undefined,
): readonly string[] | undefined {
  if (!overrides) return requested;
  const set = overrides.flatMap(({ service_tier, serviceTier, speed, inference_geo }) => [
    service_tier,
    isRecord(serviceTier) ? serviceTier.type : serviceTier,
    speed,
    inference_geo,
  ]);
  return [...(requested ?? []), ...set.filter((tier) => typeof tier === 'string').map(tierName)];
}

/** All channels that the request may go to, whatever is known of their state. */
function* candidateChannels(
  { caller: { pinnedChannel } }: ParsedRequest,
  group: string,
  model: string,
  channels: ChannelRegistry,
): Generator<RoutableChannel> {
  if (pinnedChannel !== undefined) {
    const channel = channels.get(Number(pinnedChannel));
    if (channel) yield channel;
    return;
  }
  for (const tier of channels.tiers(group, model) ?? [])
    for (const { channelId } of tier) {
      const channel = channels.get(channelId);
      if (channel) yield channel;
    }
}

/**
 * The part of a plan that depends only on the caller, not on channels.
 * @throws ApiError 403 (group, model)
 */
export function rightsOf(
  token: TokenIdentity,
  requested: string,
  settings: CompiledSettings,
): { groups: string | readonly string[]; model: string } {
  const groups = usingGroup(token, settings);
  const model = normalizeModelName(requested);
  checkModel(token, requested, model);
  return { groups, model };
}

/** @param groups one group, or several of which the first that can serve the request is used */
function candidates(
  { exchange, caller: { token, pinnedChannel }, params, body, previous: { storedAt } }: ParsedRequest,
  groups: string | readonly string[],
  model: string,
  { channels, circuits }: Pick<PlanServices, 'channels' | 'circuits'>,
): { group: string; routes: Routes; nextGroups?: readonly string[] } {
  const groupWith = (can: (channel: RoutableChannel) => boolean) =>
    typeof groups === 'string' ? groups : servingGroup(channels, groups, model, can);
  if (pinnedChannel !== undefined) {
    const routes = pinnedRoute(channels, pinnedChannel);
    const group = groupWith(({ id }) => id === Number(pinnedChannel)) ?? (token.user.group || 'default');
    return { group, routes };
  }
  if (storedAt) {
    const group =
      typeof groups === 'string'
        ? groups
        : groups.find((one) => channels.serves(storedAt.channelId, one, model));
    if (group === undefined) throw new ApiError('response_not_found', { id: storedAt.id });
    return { group, routes: storedResponseRoute(channels, storedAt, group, model) };
  }
  const seed = () => conversationSeed(body, token.user.id);
  const criteria = criteriaFor(exchange, params.model, seed, circuits.forModel(params.model));
  const { serves, fits } = criteria;
  const can = (channel: RoutableChannel) => (serves?.(channel) ?? true) && (fits?.(channel) ?? true);
  const group = groupWith(can);
  if (group === undefined) throw unserved(channels, [groups].flat(), AUTO_GROUP, model);
  if (typeof groups === 'string' || !token.crossGroupRetry)
    return { group, routes: routesFor(channels, group, model, criteria) };
  const nextGroups = groupsAfter(group, channels, groups, model, can);
  const hasOtherGroups = nextGroups.length > 0;
  return { group, routes: routesFor(channels, group, model, { ...criteria, hasOtherGroups }), nextGroups };
}

function criteriaFor(
  exchange: Exchange,
  model: string,
  seed: () => number,
  circuits: CircuitView,
): RouteCriteria {
  const { protocol, operation, serves } = exchange;
  const prefers = protocol.nativeFirst
    ? (channel: RoutableChannel) => providerOfRequested(channel, model)?.native[protocol.name] !== undefined
    : undefined;
  if (!operation && serves) return { circuits, seed, serves: (channel) => serves(channel, model) };
  const canBeServed = (channel: RoutableChannel) => canServe(providerOfRequested(channel, model), exchange);
  if (operation) return { circuits, seed, prefers, serves: canBeServed };
  return { circuits, seed, prefers, fits: canBeServed };
}

function checkModel(token: TokenIdentity, requested: string, normalized: string): void {
  const limits = token.modelLimits;
  if (!limits) return;
  if (!limits.size) throw new ApiError('no_model_allowed');
  if (limits.has(requested) || limits.has(normalized)) return;
  const family = thinkingFamily(requested);
  if (family === undefined || !limits.has(family))
    throw new ApiError('model_forbidden', { model: requested });
}
