import type { LogResponse } from '#contract/resources/log';
import { parseObject } from '../../lib/format/json';

/** Ratios and token counts recorded in a row's `other`, for display. The receipt has what was charged for them. */
export interface LoggedRatios {
  /** Absent in rows without a price: top-ups, notes. */
  modelRatio: number | undefined;
  /** US dollars per call; undefined = priced by tokens. */
  price: number | undefined;
  completionRatio: number;
  groupRatio: number;
  cacheTokens: number;
  cacheRatio: number;
  cacheWriteTokens: number;
  cacheWriteRatio: number;
  /** `prompt_tokens` does not include cached tokens. */
  promptExcludesCache: boolean;
  audio: LoggedAudio | undefined;
}

/** Token counts of a row with audio. */
interface LoggedAudio {
  /** Absent in most rows; the receipt has them too. */
  textIn: number | undefined;
  textOut: number | undefined;
  audioIn: number;
  audioOut: number;
  cached: number;
}

/** Other facts about a row. */
export interface Facts {
  group: string;
  /** Milliseconds; undefined if the response was not streamed. */
  firstTokenMs: number | undefined;
  mappedTo: string | undefined;
  /** Channels tried, in order; administrators only. */
  route: string[];
  reasoningEffort: string | undefined;
  requestId: string | undefined;
  usageSource: string | undefined;
  ending: string | undefined;
}

type Json = Record<string, unknown>;

/** Missing numbers get the documented defaults. */
export function readRatios(other: string): LoggedRatios {
  const data = parseObject(other) ?? {};
  const price = number(data.model_price);
  const shortWrites = count(data.cache_creation_tokens_5m);
  const writes = number(data.cache_creation_tokens) ?? number(data.cache_write_tokens) ?? 0;
  return {
    modelRatio: number(data.model_ratio),
    price: price === undefined || price === -1 ? undefined : price,
    completionRatio: number(data.completion_ratio) ?? 0,
    groupRatio: number(data.group_ratio) ?? 1,
    cacheTokens: count(data.cache_tokens),
    cacheRatio: number(data.cache_ratio) ?? 1,
    cacheWriteTokens: Math.max(writes, shortWrites + count(data.cache_creation_tokens_1h)),
    cacheWriteRatio:
      (shortWrites > 0 ? number(data.cache_creation_ratio_5m) : undefined) ??
      number(data.cache_creation_ratio) ??
      1,
    promptExcludesCache: data.claude === true || data.usage_semantic === 'anthropic',
    audio: data.ws === true || data.audio === true ? readAudio(data) : undefined,
  };
}

/** Input tokens of a row: all of them, and those of them that were read from or written to a cache. */
export function readInput({ prompt_tokens, other }: Pick<LogResponse, 'prompt_tokens' | 'other'>): {
  total: number;
  cached: number;
} {
  const { cacheTokens, cacheWriteTokens, promptExcludesCache, audio } = readRatios(other);
  const cached = cacheTokens + cacheWriteTokens + (audio?.cached ?? 0);
  return { total: prompt_tokens + (promptExcludesCache ? cached : 0), cached };
}

export function readFacts(other: string): Facts {
  const data = parseObject(other) ?? {};
  const admin = isObject(data.admin_info) ? data.admin_info : {};
  const frt = number(data.frt);
  const ending = isObject(data.stream_status) ? data.stream_status.end_reason : data.end_reason;
  return {
    group: text(data.group) ?? '',
    firstTokenMs: frt !== undefined && frt > 0 ? frt : undefined,
    mappedTo: data.is_model_mapped === true ? text(data.upstream_model_name) : undefined,
    route: Array.isArray(admin.use_channel) ? admin.use_channel.map(String) : [],
    reasoningEffort: text(data.reasoning_effort),
    requestId: text(data.request_id),
    usageSource: text(data.usage_source),
    ending: text(ending),
  };
}

function readAudio(data: Json): LoggedAudio {
  return {
    textIn: number(data.text_input),
    textOut: number(data.text_output),
    audioIn: count(data.audio_input),
    audioOut: count(data.audio_output),
    cached: count(data.audio_cache_tokens),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function count(value: unknown): number {
  return Math.max(0, number(value) ?? 0);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
