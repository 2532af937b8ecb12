import '../../../lib/browser/zod-without-eval';
import type { LogResponse } from '#contract/resources/logs/log';
import {
  cacheWriteRatio,
  cacheWrites,
  endReasonOf,
  excludesCache,
  type LogDetails,
  readLogDetails,
} from '#contract/resources/logs/log-details';
import { codedText } from '../../../text/log-text';

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
  path: string | undefined;
  usageSource: string | undefined;
  /** How the request ended: see `endReasonOf`. */
  endReason: string | undefined;
}

type Row = Pick<LogResponse, 'other'>;

/** Several cells of a row read its details. */
const read = new WeakMap<Row, LogDetails>();

/** The details of a row, parsed once. */
export function detailsOf(row: Row): LogDetails {
  let details = read.get(row);
  if (!details) {
    details = readLogDetails(row.other);
    read.set(row, details);
  }
  return details;
}

/** What the row says, in the language of the console. */
export function readContent(row: Row & Pick<LogResponse, 'content'>): string {
  return codedText(row.content, detailsOf(row).text);
}

export function readRatios(row: Row): LoggedRatios {
  const details = detailsOf(row);
  return {
    modelRatio: details.model_ratio,
    price: details.model_price === -1 ? undefined : details.model_price,
    completionRatio: details.completion_ratio,
    groupRatio: details.group_ratio,
    cacheTokens: details.cache_tokens,
    cacheRatio: details.cache_ratio,
    cacheWriteTokens: cacheWrites(details),
    cacheWriteRatio: cacheWriteRatio(details),
    promptExcludesCache: excludesCache(details),
    audio: details.ws || details.audio ? audioOf(details) : undefined,
  };
}

/** Input tokens of a row: all of them, and those of them that were read from or written to a cache. */
export function readInput(row: Pick<LogResponse, 'prompt_tokens' | 'other'>): {
  total: number;
  cached: number;
} {
  const { cacheTokens, cacheWriteTokens, promptExcludesCache, audio } = readRatios(row);
  const cached = cacheTokens + cacheWriteTokens + (audio?.cached ?? 0);
  return { total: row.prompt_tokens + (promptExcludesCache ? cached : 0), cached };
}

export function readFacts(row: Row): Facts {
  const details = detailsOf(row);
  return {
    group: details.group,
    firstTokenMs: details.frt > 0 ? details.frt : undefined,
    mappedTo: details.is_model_mapped ? present(details.upstream_model_name) : undefined,
    route: details.admin_info.use_channel.map(String),
    reasoningEffort: present(details.reasoning_effort),
    requestId: present(details.request_id),
    path: present(details.request_path ?? ''),
    usageSource: present(details.usage_source),
    endReason: present(endReasonOf(details)),
  };
}

/** Rows of older releases have the id among their details. */
export function requestIdOf(row: Row & Pick<LogResponse, 'request_id'>): string | undefined {
  return readFacts(row).requestId ?? present(row.request_id);
}

function audioOf(details: LogDetails): LoggedAudio {
  return {
    textIn: details.text_input,
    textOut: details.text_output,
    audioIn: details.audio_input,
    audioOut: details.audio_output,
    cached: details.audio_cache_tokens,
  };
}

export function present(text: string): string | undefined {
  return text === '' ? undefined : text;
}
