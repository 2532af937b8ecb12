import { parseObject } from '../../lib/json';

/** How a row was priced, read from its `other`. Absent numbers have the value that changes nothing. */
export interface Pricing {
  /** Absent in rows without a price: top-ups, notes. */
  modelRatio: number | undefined;
  /** US dollars per call; undefined = priced by tokens. */
  price: number | undefined;
  completionRatio: number;
  groupRatio: number;
  cacheTokens: number;
  cacheRatio: number;
  /** Cache writes of unknown lifetime, of 5 minutes and of 1 hour. */
  writes: { tokens: number; ratio: number };
  writes5m: { tokens: number; ratio: number };
  writes1h: { tokens: number; ratio: number };
  /** The prompt tokens of the row leave cached ones out. */
  promptExcludesCache: boolean;
  audio: Audio | undefined;
  fees: Fee[];
}

export interface Audio {
  textIn: number;
  textOut: number;
  audioIn: number;
  audioOut: number;
  ratio: number;
  completionRatio: number;
}

/** A tool call billed beside the tokens. */
export interface Fee {
  name: string;
  count: number;
  /** US dollars per 1000 calls. */
  price: number;
}

/** What else a row tells. */
export interface Facts {
  group: string;
  /** Milliseconds; undefined when nothing was streamed. */
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

export function readPricing(other: string): Pricing {
  const data = parseObject(other) ?? {};
  const writes5m = {
    tokens: count(data.cache_creation_tokens_5m),
    ratio: number(data.cache_creation_ratio_5m) ?? 1.25,
  };
  const writes1h = {
    tokens: count(data.cache_creation_tokens_1h),
    ratio: number(data.cache_creation_ratio_1h) ?? 2,
  };
  const allWrites = number(data.cache_creation_tokens) ?? number(data.cache_write_tokens) ?? 0;
  const price = number(data.model_price);
  return {
    modelRatio: number(data.model_ratio),
    price: price === undefined || price === -1 ? undefined : price,
    completionRatio: number(data.completion_ratio) ?? 0,
    groupRatio: number(data.group_ratio) ?? 1,
    cacheTokens: count(data.cache_tokens),
    cacheRatio: number(data.cache_ratio) ?? 1,
    writes: {
      tokens: Math.max(0, allWrites - writes5m.tokens - writes1h.tokens),
      ratio: number(data.cache_creation_ratio) ?? 1,
    },
    writes5m,
    writes1h,
    promptExcludesCache: data.claude === true || data.usage_semantic === 'anthropic',
    audio: data.ws === true || data.audio === true ? readAudio(data) : undefined,
    fees: Array.isArray(data.tool_surcharges) ? data.tool_surcharges.flatMap(readFee) : [],
  };
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

function readAudio(data: Json): Audio {
  return {
    textIn: count(data.text_input),
    textOut: count(data.text_output),
    audioIn: count(data.audio_input),
    audioOut: count(data.audio_output),
    ratio: number(data.audio_ratio) ?? 1,
    completionRatio: number(data.audio_completion_ratio) ?? 1,
  };
}

function readFee(value: unknown): Fee[] {
  if (!isObject(value)) return [];
  return [{ name: text(value.name) ?? '', count: count(value.count), price: number(value.price) ?? 0 }];
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
