import { z } from 'zod';
import { upstreamSetting, type UpstreamSetting } from '../contract/resources/channels/channel-upstream.js';
import { isTooDeep } from '../contract/json-depth.js';
import type { AdmissionLimits } from '../core/redis/scripts/admission.js';

/** The parsed `setting` column of a channel. */
export interface ChannelSetting {
  /** http, https or socks5 URL; undefined = direct. */
  readonly proxy: string | undefined;
  /** Translate responses even if both ends use the same protocol. */
  readonly rewriteAnswers: boolean;
  /** Convert reasoning to `<think>` text. */
  readonly thinkingToContent: boolean;
  /** Send the client's bytes as received. */
  readonly passThroughBody: boolean;
  /** The key contains one credential per line, used in turn. */
  readonly multiKey: boolean;
  /** Rate limits of the channel; undefined = no limit. */
  readonly limits: AdmissionLimits | undefined;
  /** Rate limits of each of its keys. */
  readonly keyLimits: AdmissionLimits | undefined;
  /** Maximum number of drawings, songs and videos that run at a time, over all processes; undefined = no limit. */
  readonly maxRunningTasks: number | undefined;
  /** Milliseconds to the first output of a stream while another channel could be tried; undefined = the option's value. */
  readonly firstTokenMs: number | undefined;
  /** Endpoints of its upstream, if fewer than its type supports; undefined = all of the type. */
  readonly endpoints: ReadonlySet<Endpoint> | undefined;
  /** Models called through OpenAI's Responses API whatever the client's protocol; `o3-*` matches a prefix. */
  readonly viaResponses: readonly string[] | undefined;
  /** System prompt for requests without one; with `always` also for requests that have one. */
  readonly systemPrompt: { readonly text: string; readonly always: boolean } | undefined;
  /** Paths and headers of its upstream, for types that allow them. */
  readonly upstream: UpstreamSetting | undefined;
  /** Send the mode of drawings in the path (`/mj-fast/mj/…`). */
  readonly drawingModePrefix: boolean;
}

/** Endpoints to which a channel can be restricted. */
const endpoints = [
  ...(['chat', 'responses', 'messages', 'gemini', 'embeddings', 'rerank', 'images', 'images_edit'] as const),
  ...(['speech', 'transcription', 'realtime', 'video', 'completions'] as const),
];
export type Endpoint = (typeof endpoints)[number];

/** The JSON columns of a channel, parsed. */
export interface ChannelJson {
  readonly modelMapping: ReadonlyMap<string, string> | undefined;
  readonly statusCodeMapping: ReadonlyMap<number, number> | undefined;
  readonly setting: ChannelSetting;
  readonly paramOverride: Readonly<Record<string, unknown>> | undefined;
}

/** A column with invalid JSON or an unexpected shape. Saving rejects it; imported rows may contain one. */
export class UnreadableColumn extends Error {
  constructor(readonly column: 'model_mapping' | 'status_code_mapping' | 'setting' | 'param_override') {
    super(`${column} cannot be read`);
  }
}

const modelMapping = z.record(z.string(), z.string());
const status = z.coerce.number().int().min(100).max(599);
const statusCodeMapping = z.record(z.string().regex(/^\d{3}$/), status);
const limit = z.int().nonnegative().optional();
const limits = z.strictObject({
  requests_per_minute: limit,
  tokens_per_minute: limit,
  concurrency: limit,
  daily_quota: limit,
});
const setting = z.looseObject({
  proxy: z.union([z.literal(''), z.url({ protocol: /^(https?|socks5h?)$/ })]).optional(),
  force_format: z.boolean().optional(),
  thinking_to_content: z.boolean().optional(),
  pass_through_body_enabled: z.boolean().optional(),
  multi_key: z.boolean().optional(),
  limits: limits.optional(),
  key_limits: limits.optional(),
  mj_max_concurrency: limit,
  endpoints: z.array(z.enum(endpoints)).optional(),
  first_token_timeout: z.number().positive().max(3600).optional(),
  chat_via_responses: z.array(z.string().min(1)).optional(),
  system_prompt: z.string().optional(),
  system_prompt_override: z.boolean().optional(),
  upstream: upstreamSetting.optional(),
  mj_mode_prefix: z.boolean().optional(),
});
const paramOverride = z.record(z.string(), z.unknown());

/** @throws UnreadableColumn */
export function readModelMapping(text: string | null): ReadonlyMap<string, string> | undefined {
  const mapping = read('model_mapping', modelMapping, text);
  return mapping && new Map(Object.entries(mapping));
}

/** @throws UnreadableColumn */
export function readStatusCodeMapping(text: string | null): ReadonlyMap<number, number> | undefined {
  const mapping = read('status_code_mapping', statusCodeMapping, text);
  return mapping && new Map(Object.entries(mapping).map(([from, to]) => [Number(from), to]));
}

/** @throws UnreadableColumn */
export function readParamOverride(text: string | null): Readonly<Record<string, unknown>> | undefined {
  return read('param_override', paramOverride, text);
}

/** @throws UnreadableColumn */
export function readSetting(text: string | null): ChannelSetting {
  const parsed = read('setting', setting, text);
  const thinkingToContent = parsed?.thinking_to_content ?? false;
  return {
    proxy: parsed?.proxy || undefined,
    rewriteAnswers: (parsed?.force_format ?? false) || thinkingToContent,
    thinkingToContent,
    passThroughBody: parsed?.pass_through_body_enabled ?? false,
    multiKey: parsed?.multi_key ?? false,
    limits: limitsOf(parsed?.limits),
    keyLimits: limitsOf(parsed?.key_limits),
    maxRunningTasks: parsed?.mj_max_concurrency || undefined,
    firstTokenMs: parsed?.first_token_timeout === undefined ? undefined : parsed.first_token_timeout * 1000,
    endpoints: parsed?.endpoints?.length ? new Set(parsed.endpoints) : undefined,
    viaResponses: parsed?.chat_via_responses?.length ? parsed.chat_via_responses : undefined,
    systemPrompt: parsed?.system_prompt
      ? { text: parsed.system_prompt, always: parsed.system_prompt_override ?? false }
      : undefined,
    upstream: parsed?.upstream,
    drawingModePrefix: parsed?.mj_mode_prefix ?? false,
  };
}

function limitsOf(configured: z.infer<typeof limits> | undefined): AdmissionLimits | undefined {
  if (!configured || Object.values(configured).every((one) => !one)) return undefined;
  return {
    requestsPerMinute: configured.requests_per_minute,
    tokensPerMinute: configured.tokens_per_minute,
    concurrency: configured.concurrency,
    dailyQuota: configured.daily_quota,
  };
}

/** Parses all four JSON columns of a row. @throws UnreadableColumn */
export function readChannelJson(row: {
  modelMapping: string | null;
  statusCodeMapping: string | null;
  setting: string | null;
  paramOverride: string | null;
}): ChannelJson {
  return {
    modelMapping: readModelMapping(row.modelMapping),
    statusCodeMapping: readStatusCodeMapping(row.statusCodeMapping),
    setting: readSetting(row.setting),
    paramOverride: readParamOverride(row.paramOverride),
  };
}

/**
 * Returns whether following the mapping from any name leads back to a visited name. A name mapped to itself is not mapped.
 */
export function hasCycle(mapping: ReadonlyMap<string, string>): boolean {
  for (const start of mapping.keys()) {
    const visited = new Set<string>();
    let name = start;
    for (let next = mapping.get(name); next && next !== name; next = mapping.get(name)) {
      if (visited.has(name)) return true;
      visited.add(name);
      name = next;
    }
  }
  return false;
}

function read<T>(
  column: UnreadableColumn['column'],
  schema: z.ZodType<T>,
  text: string | null,
): T | undefined {
  if (text === null || text.trim() === '') return undefined;
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success) throw new UnreadableColumn(column);
  return parsed.data;
}

function parseJson(text: string): unknown {
  if (isTooDeep(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts undefined, so the caller reports the column as unreadable.
    return undefined;
  }
}
