import { count, isRecord, list, record, text } from '../../json/lenient.js';
import type { Usage, UsageMore } from '../../canonical/usage.js';

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
  const more = given({ audioInput, audioCacheRead, imageInput, audioOutput, imageOutput });
  return {
    input: total - cacheRead - audioInput - imageInput,
    cacheRead: cacheRead - audioCacheRead,
    output: output - audioOutput - imageOutput,
    reasoning: thoughts ?? 0,
    ...(more && { more }),
  };
}

/**
 * Searches that Google made for a response, each query counted as a call
 * (https://ai.google.dev/gemini-api/docs/google-search). Undefined if there were none.
 */
export function readSearches(candidate: unknown): UsageMore | undefined {
  const { length } = list(record(record(candidate).groundingMetadata).webSearchQueries);
  return length > 0 ? { tools: { google_search: length } } : undefined;
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

function given(more: Record<string, number>): UsageMore | undefined {
  const some = Object.entries(more).filter(([, tokens]) => tokens > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}
