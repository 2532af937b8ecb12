import ipaddr from 'ipaddr.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { ChannelRegistry, RoutableChannel } from '../../channels/channel-registry.js';
import { normalizeModelName, thinkingFamily } from '../../billing/prices/model-name.js';
import type { PricesService } from '../../billing/prices/prices.service.js';
import type { UsualUse } from '../../billing/prices/usual-use.js';
import { AUTO_GROUP } from '../../options/groups/auto-groups.js';
import type { AddressRange, TokenIdentity } from '../../tokens/token-identity.js';
import { inputTotal } from '../../dialects/canonical/usage.js';
import type { ProtocolName } from '../../dialects/protocols/protocol.js';
import type { ChannelCircuits, CircuitView } from '../routing/channel-circuits.js';
import { conversationSeed } from '../routing/conversation-seed.js';
import { known, type Exchange, type RelayContext } from './context.js';
import { providerOf } from './channel-provider.js';
import { holdPlan } from './hold-plan.js';
import { quickPromptTokens } from './prompt-size.js';
import {
  keptRoute,
  pinnedRoute,
  routesFor,
  unserved,
  type Routes,
  type RouteCriteria,
} from './channel-order.js';
import type { CompiledSettings } from './settings.js';
import { servingGroup, usingGroup } from './effective-group.js';

const ADMIN = 10;

/** The inputs of planning; all of them in memory. */
export interface PlanServices {
  channels: ChannelRegistry;
  prices: PricesService;
  settings: { readonly current: CompiledSettings };
  circuits: Pick<ChannelCircuits, 'forModel'>;
  usual: UsualUse;
}

/**
 * Checks that the caller may use the model, then decides price, hold and the channels the request may go to.
 * @throws ApiError 403 (address, group, model, price), 400/403 (pinned channel), 404 (no channel lists the model),
 *   503 (channels out of service)
 */
export function plan(
  context: RelayContext,
  { channels, prices, circuits, usual, settings: { current } }: PlanServices,
): void {
  const { token } = known(context.caller);
  const wish = known(context.read);
  const { model: requested, maxTokens } = wish;
  if (current.alwaysIncludeUsage) wish.includeUsage = true;
  const { groups, model } = rightsOf(token, requested, context.exchange.clientIp, current);
  const { group, routes } = whereTo(context, groups, model, { channels, circuits });
  const { pricedAs } = context.operation ?? {};
  const price = prices.price((pricedAs && prices.firstSet(pricedAs)) ?? requested, group, {
    admin: token.user.role >= ADMIN,
    group: token.user.group || 'default',
    acceptUnset: token.user.setting.acceptUnsetModelRatio,
  });
  const estimate = context.operation?.estimate;
  const promptTokens = estimate
    ? inputTotal(estimate)
    : quickPromptTokens(context.exchange.body, context.exchange.protocol.inlineMember);
  const { amount, wish: more } = holdPlan(
    { model, price, promptTokens, maxTokens, answers: wish.answers ?? 1 },
    context.exchange,
    context.operation,
    { prices, usual, flat: current.flatHold },
  );
  context.plan = { group, model, price, promptTokens, amount, routes };
  if (more) Object.assign(context.plan, { wish: more, possible: estimate ? undefined : more.possible });
}

/**
 * The part of a plan that depends only on the caller, not on channels.
 * @throws ApiError 403 (address, group, model)
 */
export function rightsOf(
  token: TokenIdentity,
  requested: string,
  clientIp: () => string,
  settings: CompiledSettings,
): { groups: string | readonly string[]; model: string } {
  if (token.allowIps) checkAddress(token.allowIps, clientIp());
  const groups = usingGroup(token, settings);
  const model = normalizeModelName(requested);
  checkModel(token, requested, model);
  return { groups, model };
}

/** @param groups one group, or several of which the first that can serve the request is used */
function whereTo(
  context: RelayContext,
  groups: string | readonly string[],
  model: string,
  { channels, circuits }: Pick<PlanServices, 'channels' | 'circuits'>,
): { group: string; routes: Routes } {
  const { kept, exchange } = context;
  const { token, pinnedChannel } = known(context.caller);
  const groupWith = (can: (channel: RoutableChannel) => boolean) =>
    typeof groups === 'string' ? groups : servingGroup(channels, groups, model, can);
  if (pinnedChannel !== undefined) {
    const routes = pinnedRoute(channels, pinnedChannel);
    const group = groupWith(({ id }) => id === Number(pinnedChannel)) ?? (token.user.group || 'default');
    return { group, routes };
  }
  if (kept) {
    const group = groupWith(({ id }) => id === kept.channelId);
    if (group === undefined) throw new ApiError('response_not_found', { id: kept.id });
    return { group, routes: keptRoute(channels, kept, group, model) };
  }
  const wanted = criteria(exchange, token.user.id, circuits.forModel(known(context.read).model));
  const { serves, fits } = wanted;
  const group = groupWith((channel) => (serves?.(channel) ?? true) && (fits?.(channel) ?? true));
  if (group === undefined) throw unserved(channels, [groups].flat(), AUTO_GROUP, model);
  return { group, routes: routesFor(channels, group, model, wanted) };
}

function criteria(
  { protocol, operation, serves: able, body }: Exchange,
  userId: number,
  circuits: CircuitView,
): RouteCriteria {
  const seed = () => conversationSeed(body, userId);
  const prefers = protocol.nativeFirst
    ? (channel: RoutableChannel) => has(providerOf(channel)?.native, protocol.name)
    : undefined;
  if (operation)
    return {
      circuits,
      seed,
      prefers,
      serves: (channel) => has(providerOf(channel)?.operations, operation.name),
    };
  if (able) return { circuits, seed, serves: ({ type }) => able(type) };
  return { circuits, seed, prefers, fits: (channel) => chats(channel, protocol.name) };
}

/** Whether the channel serves conversations: some providers offer none. */
function chats(channel: RoutableChannel, protocol: ProtocolName): boolean {
  const provider = providerOf(channel);
  return provider?.chat !== undefined || has(provider?.native, protocol);
}

function has<N extends string>(abilities: { readonly [A in N]?: object } | undefined, name: N): boolean {
  return abilities?.[name] !== undefined;
}

/** @throws ApiError ip_forbidden when the address is in none of the allowed ranges */
export function checkAddress(allowed: readonly AddressRange[], clientIp: string): void {
  const address = ipaddr.isValid(clientIp) ? ipaddr.process(clientIp) : undefined;
  if (
    !address ||
    !allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  )
    throw new ApiError('ip_forbidden');
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
