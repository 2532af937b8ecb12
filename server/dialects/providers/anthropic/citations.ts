import type { Citation } from '../../canonical/citations.js';
import { count, record, text } from '../../json/lenient.js';

/**
 * One citation of a text block (https://docs.claude.com/en/docs/build-with-claude/citations and
 * /agents-and-tools/tool-use/web-search-tool): a page, a search result or a document.
 * Undefined for what names no source.
 * @param range of the block in the answer's text
 */
export function readCitation(value: unknown, range: Citation['range']): Citation | undefined {
  const citation = record(value);
  const title = text(citation.title) || text(citation.document_title);
  const citedText = text(citation.cited_text);
  const url = text(citation.url) || text(citation.source);
  const place = {
    ...(title !== '' && { title }),
    ...(citedText !== '' && { citedText }),
    ...(range && { range }),
  };
  if (url !== '') return { url, ...place };
  const index = count(citation.document_index);
  const id = text(citation.file_id) || (index === undefined ? '' : `document_${index}`);
  if (id === '') return undefined;
  return { file: { id, name: title }, ...place };
}
