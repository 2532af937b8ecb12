import { parseObject } from '../../lib/json';

/** Pricing of a row, read from its `other`. Missing numbers get defaults. */
export interface Pricing {
  /** Absent in rows without a price: top-ups, notes. */
  modelRatio: number | undefined;
  /** US dollars per call; undefined = priced by tokens. */
  price: number | undefined;
  completionRatio: number;
  groupRatio: number;
  /** The group ratio is the one set for the user's own group. */
  ownGroupDecides: boolean;
  cacheTokens: number;
  cacheRatio: number;
  /** Cache writes of unknown lifetime; below: of 5 minutes and of 1 hour. */
  writes: { tokens: number; ratio: number };
  writes5m: { tokens: number; ratio: number };
  writes1h: { tokens: number; ratio: number };
  /** `prompt_tokens` does not include cached tokens. */
  promptExcludesCache: boolean;
  audio: Audio | undefined;
  image: Image | undefined;
  /** Images charged by the piece; `prompt_tokens` counts each as one token. */
  pieces: number;
  /** Number of charged calls; undefined = one. */
  calls: number | undefined;
  fees: Fee[];
}

export interface Audio {
  /** As reported in the row; undefined = derived from the other counts. */
  textIn: number | undefined;
  textOut: number | undefined;
  audioIn: number;
  audioOut: number;
  cached: number;
  ratio: number;
  cacheRatio: number;
  completionRatio: number;
}

export interface Image {
  tokensIn: number;
  tokensOut: number;
  ratio: number;
  /** Relative to the prompt price, like `ratio`. */
  outputRatio: number;
}

/** A tool call charged in addition to the tokens. */
export interface Fee {
  name: string;
  count: number;
  /** US dollars per 1000 calls. */
  price: number;
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
    ownGroupDecides: number(data.user_group_ratio) !== undefined,
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
    image: data.image === true ? readImage(data) : undefined,
    pieces: data.image_output === undefined ? count(data.images) : 0,
    calls: number(data.calls),
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
  // Rows of this gateway report text tokens without cached ones; rows imported from other gateways include them.
  const own = data.usage_semantic !== undefined;
  return {
    textIn: own ? undefined : number(data.text_input),
    textOut: own ? undefined : number(data.text_output),
    audioIn: count(data.audio_input),
    audioOut: count(data.audio_output),
    cached: count(data.audio_cache_tokens),
    ratio: number(data.audio_ratio) ?? 1,
    cacheRatio: number(data.audio_cache_ratio) ?? number(data.cache_ratio) ?? 1,
    completionRatio: number(data.audio_completion_ratio) ?? 1,
  };
}

function readImage(data: Json): Image {
  return {
    tokensIn: count(data.image_input),
    tokensOut: count(data.image_output),
    ratio: number(data.image_ratio) ?? 1,
    outputRatio: number(data.image_completion_ratio) ?? number(data.completion_ratio) ?? 1,
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
