import type { Citation } from '../../../canonical/citations.js';
import type { CodePoints } from '../../../canonical/code-points.js';
import { count, record, text, type UnknownRecord } from '../../../json/lenient.js';

/**
 * One annotation of a chat message or of a text in Responses; undefined for kinds that name no source.
 * https://platform.openai.com/docs/api-reference/chat/object and /responses/object
 * @param points of the annotated text: ranges are counted in characters, which for OpenAI's Python are code points
 * @param base where the annotated text begins in the answer's text, in UTF-16 code units
 */
export function readAnnotation(value: unknown, points: CodePoints, base = 0): Citation | undefined {
  const outer = record(value);
  // A file that the response produced, not a source.
  if (outer.type === 'file_path') return undefined;
  // Chat nests the members below the type's name; Responses and some gateways do not.
  const inner = outer.url_citation ?? outer.file_citation;
  const annotation: UnknownRecord = inner === undefined ? outer : record(inner);
  const title = text(annotation.title);
  // OpenRouter adds what it found there (https://openrouter.ai/docs/features/web-search).
  const citedText = text(annotation.content);
  const url = text(annotation.url);
  const file = fileOf(annotation);
  if (url === '' && !file) return undefined;
  return {
    ...(url === '' ? { file } : { url }),
    ...(title !== '' && { title }),
    ...(citedText !== '' && { citedText }),
    ...rangeOf(annotation, points, base),
  };
}

function fileOf({ file_id, filename }: UnknownRecord): Citation['file'] {
  const id = text(file_id);
  return id === '' ? undefined : { id, name: text(filename) };
}

function rangeOf(
  { start_index, end_index }: UnknownRecord,
  points: CodePoints,
  base: number,
): Pick<Citation, 'range'> {
  const start = count(start_index);
  const end = count(end_index);
  if (start === undefined || end === undefined || end <= start) return {};
  const range = points.toUnits({ start, end });
  return { range: { start: base + range.start, end: base + range.end } };
}
