import type { RoutableChannel } from '../../channels/channel-registry.js';
import { record } from '../../dialects/json/lenient.js';
import { LIMIT_MEMBERS } from './output-limit.js';
import { providerOfRequested, upstreamName } from './channel-provider.js';
import type { ParsedRequest } from './stages.js';

/** One of these is part of every member that asks for thinking, in all client protocols. */
const THINKING_MEMBERS = ['thinking', 'reasoning', 'effort'] as const;

/**
 * The client's output limit, in tokens of all choices together, as the candidate channels may raise it: by their
 * `param_override`, or because their model needs more for thinking. The hold covers it. Undefined or 0 where the client set
 * no limit.
 */
export function raisedLimit(
  { exchange: { protocol, operation }, params, body }: ParsedRequest,
  candidates: Iterable<RoutableChannel>,
): number | undefined {
  const { maxTokens, answers = 1, model } = params;
  if (!maxTokens || operation) return maxTokens;
  let highest = maxTokens / answers;
  let mayThink: boolean | undefined;
  for (const channel of candidates) {
    if (channel.paramOverride) highest = Math.max(highest, overriddenLimit(channel.paramOverride));
    const provider = providerOfRequested(channel, model);
    const { leastThinkingLimit: least } = provider?.native[protocol.name] ?? provider?.chat ?? {};
    if (least === undefined || least <= highest) continue;
    mayThink ??= THINKING_MEMBERS.some((name) => body.includes(name));
    if (mayThink || upstreamName(channel, model).includes('thinking')) highest = least;
  }
  return highest * answers;
}

function overriddenLimit(override: Readonly<Record<string, unknown>>): number {
  const values = [
    ...LIMIT_MEMBERS.map((name) => override[name]),
    record(override.generationConfig).maxOutputTokens,
  ];
  return Math.max(0, ...values.map(Number).filter(Number.isFinite));
}
