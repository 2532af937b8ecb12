import { reportedTier, withUnread, type Unread, type Usage, type UsageMore } from '../../canonical/usage.js';
import { tierName } from '../../json/requested-tiers.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { geminiFacts, TOKEN_DETAILS } from './facts.js';
import { Grounding } from './grounding.js';

/** All others of input and output cost as much as text. */
const MODALITIES: ReadonlySet<string> = new Set(['AUDIO', 'IMAGE', 'TEXT', 'VIDEO', 'DOCUMENT']);

/**
 * Google's prompt tokens include cached ones but not the input of its own tools; candidate tokens exclude thoughts
 * (https://ai.google.dev/api/generate-content#UsageMetadata). Undefined if nothing is reported.
 */
export function readUsage(value: unknown): Partial<Usage> | undefined {
  if (!isRecord(value)) return undefined;
  const prompt = count(value.promptTokenCount);
  const candidates = count(value.candidatesTokenCount);
  const thoughts = count(value.thoughtsTokenCount);
  if (prompt === undefined && candidates === undefined && thoughts === undefined) return undefined;
  const total = (prompt ?? 0) + (count(value.toolUsePromptTokenCount) ?? 0);
  const cacheRead = Math.min(count(value.cachedContentTokenCount) ?? 0, total);
  const fresh = modality(value.promptTokensDetails, value.toolUsePromptTokensDetails);
  const cached = modality(value.cacheTokensDetails);
  const audioCacheRead = Math.min(cached('AUDIO'), cacheRead);
  const audioInput = Math.min(Math.max(0, fresh('AUDIO') - audioCacheRead), total - cacheRead);
  const imageInput = Math.min(Math.max(0, fresh('IMAGE') - cached('IMAGE')), total - cacheRead - audioInput);
  const produced = modality(value.candidatesTokensDetails);
  const output = candidates ?? 0;
  const audioOutput = Math.min(produced('AUDIO'), output);
  const imageOutput = Math.min(produced('IMAGE'), output - audioOutput);
  const more = nonZero({ audioInput, audioCacheRead, imageInput, audioOutput, imageOutput });
  const usage = {
    input: total - cacheRead - audioInput - imageInput,
    cacheRead: cacheRead - audioCacheRead,
    output: output - audioOutput - imageOutput,
    reasoning: thoughts ?? 0,
    ...(more && { more }),
  };
  return withUnread(usage, unreadOf(value));
}

/**
 * The usage reports of one stream. Every event may report anew: what a report names replaces the earlier value, and what it
 * leaves out stays, because the classes are differences of counts that need not arrive together.
 */
export class UsageReader {
  private readonly metadata: Record<string, unknown> = {};
  private readonly grounding = new Grounding();

  /** What is known after this event; undefined if the event reports nothing. */
  read(event: UnknownRecord, candidate: UnknownRecord | undefined): Partial<Usage> | undefined {
    const searches = this.grounding.read(record(candidate).groundingMetadata, text(event.modelVersion));
    const report = record(event.usageMetadata);
    // Relays send zeros if they did not count.
    if (!Object.values(report).some((value) => count(value) || isFilled(value)))
      return searches && { more: searches };
    for (const name of Object.keys(report))
      if (report[name] !== undefined && report[name] !== null) this.metadata[name] = report[name];
    const serviceTier = tierOf(report);
    const usage = { ...readUsage(this.metadata), ...(serviceTier !== undefined && { serviceTier }) };
    return searches ? { ...usage, more: { ...usage.more, ...searches } } : usage;
  }
}

/** The tier that served the request: Vertex AI states it as a kind of traffic, the Gemini API by its name. */
function tierOf({ serviceTier, trafficType }: UnknownRecord): string | undefined {
  return reportedTier(TRAFFIC.get(trafficType) ?? tierName(text(serviceTier)));
}

/** https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/GenerateContentResponse#TrafficType */
const TRAFFIC: ReadonlyMap<unknown, string> = new Map([
  ['ON_DEMAND', 'standard'],
  ['ON_DEMAND_PRIORITY', 'priority'],
  ['ON_DEMAND_FLEX', 'flex'],
]);

/** Details of a count. */
function isFilled(value: unknown): boolean {
  return list(value).length > 0;
}

/** Members that are not read, and tokens of modalities that are not known, which may have prices of their own. */
function unreadOf(value: UnknownRecord): Unread | undefined {
  const found: Record<string, number> = {};
  for (const name of TOKEN_DETAILS)
    for (const item of list(value[name]).map(record)) {
      const tokens = count(item.tokenCount);
      const kind = text(item.modality);
      if (tokens && kind !== '' && !MODALITIES.has(kind)) found[`${name}.${kind}`] = tokens;
    }
  const counts = geminiFacts.usage.unread(value);
  return counts || Object.keys(found).length > 0 ? { ...counts, ...found } : undefined;
}

/** Tokens of one modality in these lists of ModalityTokenCount. */
function modality(...lists: unknown[]): (name: string) => number {
  const counts = lists.flatMap((details) => list(details).map(record));
  return (name) =>
    counts.reduce(
      (sum, item) => (text(item.modality) === name ? sum + (count(item.tokenCount) ?? 0) : sum),
      0,
    );
}

function nonZero(more: Record<string, number>): UsageMore | undefined {
  const some = Object.entries(more).filter(([, tokens]) => tokens > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}
