/** OpenAI's chat models of this name search once for every request, and tell it nowhere (spec/relay-and-billing.md E6). */
const SEARCHES_ALWAYS = '-search-preview';

/** The tool that a model calls once for every conversation without telling; undefined where it has none. */
export function implicitTool(model: string): string | undefined {
  return model.includes(SEARCHES_ALWAYS) ? 'web_search_preview' : undefined;
}
