import type { Citation } from '../../../canonical/citations.js';
import { count, list, record, text, type UnknownRecord } from '../../../json/lenient.js';

/** A source to which the text refers by a number. */
export interface NumberedSource {
  readonly number: number;
  readonly source: Citation;
}

/** `[1]`, `[ref_1]`, `[doc1]`, and `[[1]](https://…)`, which names the page itself. */
const MARK = /\[(?:ref_|doc)?(\d{1,3})\](?:\]\((https?:[^\s)]+)\))?/g;

/** Whether a chat completion or a chunk may have such sources: a quick check for the many that have none. */
export function mayHaveSources(body: UnknownRecord, message: UnknownRecord): boolean {
  return Boolean(
    body.citations ||
    body.search_results ||
    body.web_search ||
    body.search_info ||
    body.references ||
    message.context,
  );
}

/**
 * Sources in members beside the text, which refers to them by number. The members of all providers are read,
 * because resellers pass on those of other providers.
 * @param body a chat completion or a chunk
 * @param message its message or delta
 */
export function readSources(body: UnknownRecord, message: UnknownRecord): NumberedSource[] {
  const lists = [
    // https://docs.perplexity.ai/api-reference/chat-completions-post, https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb
    body.search_results,
    // https://docs.bigmodel.cn/api-reference
    body.web_search,
    // https://cloud.tencent.com/document/product/1729/105701, https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t
    record(body.search_info).search_results,
    // https://www.volcengine.com/docs/82379/1285207
    body.references,
    // Azure's "on your data": https://learn.microsoft.com/azure/ai-foundry/openai/references/on-your-data
    record(message.context).citations,
  ];
  for (const value of lists) {
    const sources = list(value).flatMap(searchResult);
    if (sources.length > 0) return sources;
  }
  // URLs alone: Perplexity, and xAI (https://docs.x.ai/docs/guides/live-search).
  return list(body.citations).flatMap((url, index) =>
    text(url) === '' ? [] : [{ number: index + 1, source: { url: text(url) } }],
  );
}

function searchResult(value: unknown, index: number): NumberedSource[] {
  const result = record(value);
  const url = text(result.url) || text(result.link);
  const file = text(result.filepath) || text(result.chunk_id);
  if (url === '' && file === '') return [];
  const title = text(result.title);
  const citedText = text(result.snippet) || text(result.summary) || text(result.content);
  return [
    {
      number: count(result.index) ?? (Number(/\d+$/.exec(text(result.refer))?.[0]) || index + 1),
      source: {
        ...(url === '' ? { file: { id: file, name: title || file } } : { url }),
        ...(title !== '' && { title }),
        ...(citedText !== '' && { citedText }),
      },
    },
  ];
}

/** Sources at the marks that refer to them; `unplaced`: sources without a mark, which belong to the whole answer. */
export function placedSources(
  sources: readonly NumberedSource[],
  answer: string,
): { placed: Citation[]; unplaced: Citation[] } {
  const placed: Citation[] = [];
  if (sources.length === 0) return { placed, unplaced: [] };
  const referred = new Set<Citation>();
  for (const mark of answer.matchAll(MARK)) {
    const [, digits = '', url] = mark;
    const found =
      url === undefined
        ? sources.find(({ number }) => number === Number(digits))?.source
        : (sources.find(({ source }) => source.url === url)?.source ?? { url });
    if (!found) continue;
    referred.add(found);
    const end = mark.index + mark[0].indexOf(']') + 1;
    placed.push({ ...found, range: { start: mark.index, end } });
  }
  return { placed, unplaced: sources.map(({ source }) => source).filter((source) => !referred.has(source)) };
}
