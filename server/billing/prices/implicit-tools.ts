/** OpenAI chat models with this suffix search once per request and do not report it. */
const SEARCHES_ALWAYS = '-search-preview';

/** The tool a model calls once per request without reporting it; undefined when it has none. */
export function implicitTool(model: string): string | undefined {
  return model.includes(SEARCHES_ALWAYS) ? 'web_search_preview' : undefined;
}
