import type { Citation } from '../../hub/citations.js';

/** https://platform.openai.com/docs/api-reference/responses/object: pages with their range, files at a place in the text. */
export function renderAnnotation({ url, title = '', file, range }: Citation): object {
  const { start, end } = range ?? { start: 0, end: 0 };
  if (url !== undefined) return { type: 'url_citation', url, title, start_index: start, end_index: end };
  return { type: 'file_citation', file_id: file?.id ?? '', filename: file?.name ?? title, index: end };
}
