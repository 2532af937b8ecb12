import type { Citation } from '../../canonical/citations.js';

/**
 * Undefined for files: this protocol cites documents by their place in the request. `encrypted_index` is encrypted by the
 * provider that searched; an empty one marks citations of this gateway, which are not sent to Anthropic. `cited_text` quotes
 * the page and is empty where the provider sent no quotation: the answer's own text would be taken for one.
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool
 */
export function renderCitation({ url, title, citedText = '' }: Citation): object | undefined {
  if (url === undefined) return undefined;
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    encrypted_index: '',
    cited_text: citedText,
  };
}
