import type { Citation } from '../../hub/citations.js';
import { count, list, record, text, type Loose } from '../../json/loose.js';

/**
 * One annotation of a chat message or of a text in Responses; undefined for kinds that name no source.
 * https://platform.openai.com/docs/api-reference/chat/object and /responses/object
 * @param base where the annotated text begins in the answer's text
 */
export function readAnnotation(value: unknown, base = 0): Citation | undefined {
  const outer = record(value);
  // Chat nests the members below the type's name; Responses and some gateways do not.
  const inner = outer.url_citation ?? outer.file_citation;
  const annotation: Loose = inner === undefined ? outer : record(inner);
  const title = text(annotation.title);
  const url = text(annotation.url);
  const file = fileOf(annotation);
  if (url === '' && !file) return undefined;
  return {
    ...(url === '' ? { file } : { url }),
    ...(title !== '' && { title }),
    ...rangeOf(annotation, base),
  };
}

function fileOf({ file_id, filename }: Loose): Citation['file'] {
  const id = text(file_id);
  return id === '' ? undefined : { id, name: text(filename) };
}

function rangeOf({ start_index, end_index }: Loose, base: number): Pick<Citation, 'range'> {
  const start = count(start_index);
  const end = count(end_index);
  if (start === undefined || end === undefined || end <= start) return {};
  return { range: { start: base + start, end: base + end } };
}

/**
 * Sources that stand beside the answer and are referred to in its text by number, `[1]`: Perplexity
 * (`search_results`, `citations`) and xAI (`citations`).
 * https://docs.perplexity.ai/api-reference/chat-completions-post, https://docs.x.ai/docs/guides/live-search
 */
export function readSources(body: Loose): Citation[] {
  const results = list(body.search_results).map(record);
  const fromResults = results.flatMap(({ url, title, snippet }): Citation[] =>
    text(url) === ''
      ? []
      : [
          {
            url: text(url),
            ...(text(title) !== '' && { title: text(title) }),
            ...(text(snippet) !== '' && { citedText: text(snippet) }),
          },
        ],
  );
  if (fromResults.length > 0) return fromResults;
  return list(body.citations).flatMap((url): Citation[] => (text(url) === '' ? [] : [{ url: text(url) }]));
}

/** Sources at the marks that refer to them; those no mark refers to belong to the whole answer. */
export function placedSources(sources: readonly Citation[], answer: string): Citation[] {
  if (sources.length === 0) return [];
  const placed: Citation[] = [];
  const referred = new Set<Citation>();
  for (const mark of answer.matchAll(/\[(\d{1,3})\]/g)) {
    const source = sources[Number(mark[1]) - 1];
    if (!source) continue;
    referred.add(source);
    placed.push({ ...source, range: { start: mark.index, end: mark.index + mark[0].length } });
  }
  return [...placed, ...sources.filter((source) => !referred.has(source))];
}
