import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { record, type UnknownRecord } from '../../../dialects/json/lenient.js';
import { providerOfRequested, upstreamName } from '../attempt/channel-provider.js';
import { CONFIG_LIMIT_MEMBERS, CONFIG_MEMBERS, LIMIT_MEMBERS } from './output-limit.js';
import type { ParsedRequest } from '../stages.js';

/** One of these is part of every member that asks for thinking, in all client protocols. */
const THINKING_MEMBERS = ['thinking', 'reasoning', 'effort'] as const;
/** Members of requests that multiply the answers, and those of Google's generation config. */
const ANSWER_MEMBERS = ['n', 'best_of', 'candidate_count', 'num_generations'] as const;
const CONFIG_ANSWER_MEMBERS = ['candidateCount', 'candidate_count'] as const;

/** The numbers of a request that multiply its cost, as it may be sent. */
export interface SentNumbers {
  /** Number of requested answers; at least 1. */
  readonly answers: number;
  /** Output limit in tokens of all answers together; undefined or 0 where a channel may be sent none. */
  readonly maxTokens: number | undefined;
  /** Where there is no such limit: the highest one of a channel, in tokens of each answer; it may exceed the model's own. */
  readonly highestLimit: number;
  /** The overrides of the channels; undefined where none has one. */
  readonly overrides: readonly UnknownRecord[] | undefined;
}

/**
 * The numbers of a request as the candidate channels may be sent it, the highest of each: the client's, replaced by a channel's
 * `param_override`, or raised because a model needs more for thinking. Everything that is held is computed from these.
 */
export function sentNumbers(
  { exchange: { protocol, operation }, params, body }: ParsedRequest,
  candidates: Iterable<RoutableChannel>,
): SentNumbers {
  const { maxTokens, answers = 1, model } = params;
  if (operation) return { answers, maxTokens, highestLimit: 0, overrides: undefined };
  let mostAnswers = answers;
  let highest = maxTokens ? maxTokens / answers : 0;
  let isUnlimited = !maxTokens;
  let mayThink: boolean | undefined;
  let overrides: UnknownRecord[] | undefined;
  for (const channel of candidates) {
    const { paramOverride } = channel;
    if (paramOverride) {
      (overrides ??= []).push(paramOverride);
      // A completion has a list of prompts, each of which is answered so often.
      const times = overriddenAnswers(paramOverride);
      mostAnswers = Math.max(mostAnswers, protocol.name === 'openai-completions' ? times * answers : times);
      const limits = overriddenLimits(paramOverride);
      if (limits.some((limit) => !(limit > 0))) isUnlimited = true;
      highest = Math.max(highest, ...limits.filter((limit) => limit > 0));
    }
    if (isUnlimited) continue;
    const provider = providerOfRequested(channel, model);
    const { leastThinkingLimit: least } = provider?.native[protocol.name] ?? provider?.chat ?? {};
    if (least === undefined || least <= highest) continue;
    mayThink ??= THINKING_MEMBERS.some((name) => body.includes(name));
    if (mayThink || upstreamName(channel, model).includes('thinking')) highest = least;
  }
  return {
    answers: mostAnswers,
    maxTokens: isUnlimited ? undefined : highest * mostAnswers,
    highestLimit: highest,
    overrides,
  };
}

function overriddenAnswers(override: UnknownRecord): number {
  return Math.max(
    1,
    ...numbersOf(override, ANSWER_MEMBERS),
    ...CONFIG_MEMBERS.flatMap((name) => numbersOf(record(override[name]), CONFIG_ANSWER_MEMBERS)),
  );
}

/** The limits that an override sets; one that is no positive number removes the client's. */
function overriddenLimits(override: UnknownRecord): number[] {
  const limits: unknown[] = LIMIT_MEMBERS.filter((name) => name in override).map((name) => override[name]);
  for (const name of CONFIG_MEMBERS) {
    if (!(name in override)) continue;
    // It replaces the client's config with its limit.
    const config = record(override[name]);
    const configured = CONFIG_LIMIT_MEMBERS.filter((member) => member in config).map(
      (member) => config[member],
    );
    limits.push(...(configured.length > 0 ? configured : [undefined]));
  }
  return limits.map(Number);
}

function numbersOf(values: UnknownRecord, names: readonly string[]): number[] {
  return names.map((name) => Number(values[name])).filter((value) => value > 0 && Number.isFinite(value));
}
