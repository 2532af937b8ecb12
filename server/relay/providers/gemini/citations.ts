import type { Citation } from '../../hub/citations.js';
import { count, list, record, text, type Loose } from '../../json/loose.js';

/**
 * What an answer is grounded in (https://ai.google.dev/gemini-api/docs/google-search): chunks are sources, supports say
 * which stretch of the text rests on which of them.
 */
export function readGrounding(metadata: Loose, answer: string): Citation[] {
  const sources = list(metadata.groundingChunks).map((chunk) => source(record(chunk)));
  const supports = list(metadata.groundingSupports).map(record);
  const cited = supports.flatMap((support) => {
    const range = rangeOf(record(support.segment), answer);
    return list(support.groundingChunkIndices).flatMap((index): Citation[] => {
      const found = typeof index === 'number' ? sources[index] : undefined;
      return found ? [{ ...found, ...(range && { range }) }] : [];
    });
  });
  return cited.length > 0 ? cited : sources.filter((one) => one !== undefined);
}

function source({ web, retrievedContext }: Loose): Citation | undefined {
  const { uri, title, text: context } = record(web ?? retrievedContext);
  const url = text(uri);
  const name = text(title);
  const citedText = text(context);
  const known = { ...(name !== '' && { title: name }), ...(citedText !== '' && { citedText }) };
  if (url !== '') return { url, ...known };
  return name === '' ? undefined : { file: { id: name, name }, ...known };
}

/** Segments are counted in bytes of UTF-8; where that does not fit, their text is looked for. */
function rangeOf(segment: Loose, answer: string): Citation['range'] {
  const said = text(segment.text);
  const bytes = Buffer.from(answer);
  const start = bytes.toString('utf8', 0, count(segment.startIndex) ?? 0).length;
  const end = bytes.toString('utf8', 0, count(segment.endIndex) ?? 0).length;
  if (end > start && (said === '' || answer.slice(start, end) === said)) return { start, end };
  const at = said === '' ? -1 : answer.indexOf(said);
  return at === -1 ? undefined : { start: at, end: at + said.length };
}
