/** OpenAI chat models with this suffix search once per request and do not report it. */
const SEARCHES_ALWAYS = '-search-preview';

/** Perplexity charges a fee for each request, by the amount of search results that it read, and reports that. */
const FEE_PER_REQUEST = 'sonar';

/** The fee of a request to this model where it costs most, before it is known; undefined when it has none. */
export function highestRequestFee(model: string): string | undefined {
  return model.startsWith(FEE_PER_REQUEST) ? 'search_request/high' : undefined;
}

/** The tool a model calls once per request without reporting it; undefined when it has none. */
export function implicitTool(model: string): string | undefined {
  return model.includes(SEARCHES_ALWAYS) ? 'web_search_preview' : undefined;
}
