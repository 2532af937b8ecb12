import type { Citation } from '../../canonical/citations.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';

/**
 * A citation of a block of text, whole or from a stream: a page, a search result, or a place in a document of the request.
 * Undefined for what names no source.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Citation.html
 * @param range of the block in the answer's text
 */
export function readCitation(value: unknown, range: Citation['range']): Citation | undefined {
  const citation = record(value);
  const location = record(citation.location);
  const title = text(citation.title);
  const citedText = list(citation.sourceContent)
    .map((part) => text(record(part).text))
    .join('');
  const place = {
    ...(title !== '' && { title }),
    ...(citedText !== '' && { citedText }),
    ...(range && { range }),
  };
  // Search results of the request name their source themselves, usually by a URL.
  const url = text(record(location.web).url) || text(citation.source);
  if (url !== '') return { url, ...place };
  const id = idOf(location);
  return id === undefined ? undefined : { file: { id, name: title }, ...place };
}

/** Documents are known by their place in the request only. */
function idOf({
  documentChar,
  documentPage,
  documentChunk,
  searchResultLocation,
}: UnknownRecord): string | undefined {
  const document = documentChar ?? documentPage ?? documentChunk;
  if (isRecord(document)) return `document_${count(document.documentIndex) ?? 0}`;
  if (!isRecord(searchResultLocation)) return undefined;
  return `search_result_${count(searchResultLocation.searchResultIndex) ?? 0}`;
}
