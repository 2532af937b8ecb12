import type { IncomingMessage } from 'node:http';
import { channelAddress } from '../../../dialects/providers/registry.js';
import type { RoutableChannel } from '../../../channels/channel-registry.js';
import type { Target } from '../../../dialects/kit/provider.js';
import { limitedOverride } from '../reserve/output-limit.js';
import type { CompiledSettings } from '../settings.js';
import type { Reserved } from '../stages.js';

const FORWARDED = [
  'accept',
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'idempotency-key',
] as const;

/** The key and the model of a channel that are called, and what of the client's request is passed on. */
interface TargetChoice {
  readonly key: string;
  /** Upstream model name. */
  readonly model: string;
  /** The client's model name. */
  readonly requestedModel: string;
  /** Path and query as the client called them. */
  readonly path: string;
  /** Headers of the client for the provider. */
  readonly headers: Record<string, string>;
}

/** The members of a channel that its provider reads. */
type TargetChannel = Pick<
  RoutableChannel,
  'type' | 'baseUrl' | 'organization' | 'other' | 'paramOverride'
> & {
  readonly setting?: Pick<RoutableChannel['setting'], 'drawingModePrefix'>;
  /** Absent: not saved yet. */
  readonly createdAt?: number;
};

/** The headers of the client that a provider gets. */
export function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of FORWARDED) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** A channel as its provider sees it. */
export function targetFor(
  channel: TargetChannel,
  { key, model, requestedModel, path, headers }: TargetChoice,
  settings: CompiledSettings,
): Target {
  return {
    type: channel.type,
    baseUrl: addressOf(channel),
    key,
    model,
    requestedModel,
    organization: channel.organization,
    other: channel.other,
    createdAt: channel.createdAt,
    path,
    headers,
    override: channel.paramOverride,
    settings: settings.providers,
    ...(channel.setting?.drawingModePrefix && { drawingModePrefix: true as const }),
  };
}

/** Channels are replaced when they change, and serve many requests in between. */
const addresses = new WeakMap<TargetChannel, string>();

function addressOf(channel: TargetChannel): string {
  let address = addresses.get(channel);
  if (address === undefined) {
    address = channelAddress(channel.type, channel.baseUrl);
    addresses.set(channel, address);
  }
  return address;
}

/** The target of an attempt, within the output limit of its hold. @param model upstream model name */
export function attemptTarget(
  request: Reserved,
  channel: RoutableChannel,
  key: string,
  model: string,
  settings: CompiledSettings,
): Target {
  const { params, exchange } = request;
  const target = targetFor(
    channel,
    {
      key,
      model,
      requestedModel: params.model,
      path: exchange.path,
      headers: forwardedHeaders(exchange.request),
    },
    settings,
  );
  if (request.outputLimit !== undefined) target.outputLimit = request.outputLimit;
  if (target.override) target.override = limitedOverride(request, target.override);
  if (settings.cacheTranslated && cacheHintsPay(request)) target.addsCacheHints = true;
  return target;
}

/**
 * Whether a prefix that is sent twice costs the user less with a cache hint. It does not where the price of cache reads
 * is unknown: reads are then charged like other input, and writes cost more. Where the hold limits the output, the hold
 * does not cover the more expensive write.
 */
function cacheHintsPay({ plan: { price }, outputLimit }: Reserved): boolean {
  if (outputLimit !== undefined) return false;
  return price.free || price.creationRatio + price.cacheRatio < 2;
}
