import type { Citation } from '../../canonical/citations.js';
import type { CodePoints } from '../../canonical/code-points.js';

/**
 * https://platform.openai.com/docs/api-reference/responses/object: pages with their range, files at a place in the text, both
 * in characters.
 * @param citation with its range in the text part
 * @param points of the text part
 */
export function renderAnnotation({ url, title = '', file, range }: Citation, points: CodePoints): object {
  const { start, end } = range ? points.fromUnits(range) : { start: 0, end: 0 };
  if (url !== undefined) return { type: 'url_citation', url, title, start_index: start, end_index: end };
  return { type: 'file_citation', file_id: file?.id ?? '', filename: file?.name ?? title, index: end };
}
