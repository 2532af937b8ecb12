import type { Citation } from '../../hub/citations.js';
import { count, record, text } from '../../json/loose.js';

/**
 * One citation of a text block (https://docs.claude.com/en/docs/build-with-claude/citations and
 * /agents-and-tools/tool-use/web-search-tool): a page, a search result or a document.
 * @param range of the block in the answer's text
 */
export function readCitation(value: unknown, range: Citation['range']): Citation {
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
  const id = text(citation.file_id) || `document_${count(citation.document_index) ?? 0}`;
  return { file: { id, name: title }, ...place };
}
