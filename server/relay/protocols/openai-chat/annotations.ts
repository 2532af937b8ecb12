import type { Citation } from '../../hub/citations.js';

/** Chat messages cite pages alone (https://platform.openai.com/docs/api-reference/chat/object). */
export function renderAnnotations(citations: readonly Citation[] | undefined): object[] {
  return (citations ?? []).flatMap(({ url, title = '', range }) => {
    if (url === undefined) return [];
    const { start, end } = range ?? { start: 0, end: 0 };
    return [{ type: 'url_citation', url_citation: { url, title, start_index: start, end_index: end } }];
  });
}
