import type { Citation } from '../../hub/citations.js';

/**
 * Pages alone: documents are cited by their place in a request, which another provider does not know. `encrypted_index` is
 * for the provider that searched; an empty one marks citations that it must not get back.
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool
 * @param text of the block
 */
export function renderCitation(
  { url, title, citedText, range }: Citation,
  text?: string,
): object | undefined {
  if (url === undefined) return undefined;
  const cited = citedText ?? (range && text !== undefined ? text.slice(range.start, range.end) : '');
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    encrypted_index: '',
    cited_text: cited,
  };
}
