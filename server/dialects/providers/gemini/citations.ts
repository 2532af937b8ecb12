import type { Citation } from '../../canonical/citations.js';
import { count, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * The sources of a grounded response (https://ai.google.dev/gemini-api/docs/google-search): chunks are sources, supports
 * refer from ranges of the text to them.
 * @param answer the whole text of the response
 */
export function readGrounding(metadata: UnknownRecord, answer: string): Citation[] {
  const sources = list(metadata.groundingChunks).map((chunk) => source(record(chunk)));
  const supports = list(metadata.groundingSupports).map(record);
  const bytes = Buffer.from(supports.length > 0 ? answer : '');
  const referred = new Set<Citation>();
  const cited = supports.flatMap((support) => {
    const range = rangeOf(record(support.segment), answer, bytes);
    return list(support.groundingChunkIndices).flatMap((index): Citation[] => {
      const found = typeof index === 'number' ? sources[index] : undefined;
      if (!found) return [];
      referred.add(found);
      return [{ ...found, ...(range && { range }) }];
    });
  });
  // Chunks without a support belong to the whole answer.
  return [...cited, ...sources.flatMap((one) => (one && !referred.has(one) ? [one] : []))];
}

/**
 * Pages that the response quotes: `citationSources` of the Gemini API, `citations` of Vertex AI
 * (https://ai.google.dev/api/generate-content#citationmetadata).
 */
export function readRecitations({ citationSources, citations }: UnknownRecord, answer: string): Citation[] {
  const sources = list(citationSources ?? citations).map(record);
  const bytes = Buffer.from(sources.length > 0 ? answer : '');
  return sources.flatMap(({ uri, title, startIndex, endIndex }): Citation[] => {
    const range = rangeOf({ startIndex, endIndex }, answer, bytes);
    const details = { ...(text(title) !== '' && { title: text(title) }), ...(range && { range }) };
    return text(uri) === '' ? [] : [{ url: text(uri), ...details }];
  });
}

/** Pages of a search, documents of a store, and places on a map. */
function source({ web, retrievedContext, maps }: UnknownRecord): Citation | undefined {
  const { uri, title, text: context } = record(web ?? retrievedContext ?? maps);
  const url = text(uri);
  const name = text(title);
  const citedText = text(context);
  const details = { ...(name !== '' && { title: name }), ...(citedText !== '' && { citedText }) };
  if (url !== '') return { url, ...details };
  return name === '' ? undefined : { file: { id: name, name }, ...details };
}

/**
 * Offsets are bytes of UTF-8. Where they do not count from the beginning of the whole text, as with several parts
 * (`partIndex`), the text of the segment is searched for.
 */
function rangeOf(segment: UnknownRecord, answer: string, bytes: Buffer): Citation['range'] {
  const shown = text(segment.text);
  const start = bytes.toString('utf8', 0, count(segment.startIndex) ?? 0).length;
  const end = bytes.toString('utf8', 0, count(segment.endIndex) ?? 0).length;
  if (end > start && (shown === '' || answer.slice(start, end) === shown)) return { start, end };
  const at = shown === '' ? -1 : answer.indexOf(shown);
  return at === -1 ? undefined : { start: at, end: at + shown.length };
}
