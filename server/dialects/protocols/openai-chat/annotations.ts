import type { Citation } from '../../canonical/citations.js';
import type { CodePoints } from '../../canonical/code-points.js';

/**
 * Chat messages cite pages alone, with ranges in characters (https://platform.openai.com/docs/api-reference/chat/object).
 * @param points of the answer's text
 */
export function renderAnnotations(citations: readonly Citation[], points: CodePoints): object[] {
  return citations.flatMap(({ url, title = '', range }) => {
    if (url === undefined) return [];
    const { start, end } = range ? points.fromUnits(range) : { start: 0, end: 0 };
    return [{ type: 'url_citation', url_citation: { url, title, start_index: start, end_index: end } }];
  });
}
