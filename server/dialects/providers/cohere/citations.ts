import type { Citation } from '../../canonical/citations.js';
import type { CodePoints } from '../../canonical/code-points.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * One citation, whole or from a stream: a range of a content block with all of its sources, which are documents of the
 * request and results of tools (https://docs.cohere.com/docs/citations). None for citations of plans and thoughts.
 * @param points of the content block: ranges are counted in characters of Python
 * @param base where the block begins in the answer's text, in UTF-16 code units
 */
export function readCitations(value: unknown, points: CodePoints, base: number): Citation[] {
  const citation = record(value);
  const kind = text(citation.type);
  if (kind !== '' && kind !== 'TEXT_CONTENT') return [];
  const start = count(citation.start);
  const end = count(citation.end);
  if (start === undefined || end === undefined || end <= start) return [];
  const units = points.toUnits({ start, end });
  const range = { start: base + units.start, end: base + units.end };
  return list(citation.sources).flatMap((source) => {
    const found = sourceOf(record(source));
    return found ? [{ ...found, range }] : [];
  });
}

/** The members of documents and results are those that the client sent; some have names with a meaning. */
function sourceOf(source: UnknownRecord): Citation | undefined {
  const content = isRecord(source.document) ? source.document : record(source.tool_output);
  const id = text(source.id);
  const url = text(content.url);
  const title = text(content.title);
  const snippet = text(content.snippet);
  if (url === '' && id === '') return undefined;
  return {
    ...(url === '' ? { file: { id, name: title } } : { url }),
    ...(title !== '' && { title }),
    ...(snippet !== '' && { citedText: snippet }),
  };
}
