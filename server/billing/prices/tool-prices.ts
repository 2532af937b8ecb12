/**
 * USD per 1000 calls of a provider's tool. A key `tool:prefix*` applies to models whose names begin with the prefix.
 * Tools may be qualified by parts after a slash (`image_generation/high/1024x1024`): without a price for the full name,
 * the name without its last part is used.
 */
export type ToolPriceTable = Readonly<Record<string, number>>;

/** List prices; operators change them with the option ToolPrices. */
export const defaultToolPrices: ToolPriceTable = {
  web_search: 10,
  web_search_preview: 10,
  'web_search_preview:gpt-4o*': 25,
  'web_search_preview:gpt-4.1*': 25,
  file_search: 2.5,
  // https://docs.x.ai/developers/pricing#tools-pricing
  'web_search:grok*': 5,
  x_search: 5,
  'code_interpreter:grok*': 5,
  live_search: 25,
  // https://docs.perplexity.ai/getting-started/pricing: a fee of each request, and of each query of deep research.
  'search_request/low': 5,
  'search_request/medium': 8,
  'search_request/high': 12,
  ...sonar('sonar-pro', { low: 6, medium: 10, high: 14 }),
  ...sonar('sonar-reasoning-pro', { low: 6, medium: 10, high: 14 }),
  ...sonar('sonar-deep-research', { low: 0, medium: 0, high: 0 }),
  'search_query:sonar-deep-research*': 5,
  // https://ai.google.dev/gemini-api/docs/pricing: older models are billed by the prompt.
  google_search: 14,
  'google_search:gemini-1*': 35,
  'google_search:gemini-2*': 35,
  image_generation: 150,
  // By image model, where it is known; https://platform.openai.com/docs/pricing#image-generation
  ...images('image_generation', { low: [11, 16], medium: [42, 63], high: [167, 250] }),
  ...images('image_generation/gpt-image-1', { low: [11, 16], medium: [42, 63], high: [167, 250] }),
  ...images('image_generation/gpt-image-1-mini', { low: [5, 6], medium: [11, 15], high: [36, 52] }),
  ...images('image_generation/gpt-image-1.5', { low: [9, 13], medium: [34, 51], high: [133, 200] }),
};

function sonar(model: string, fees: Readonly<Record<string, number>>): ToolPriceTable {
  return Object.fromEntries(
    Object.entries(fees).map(([size, usd]) => [`search_request/${size}:${model}*`, usd]),
  );
}

/** Prices of a square and of an elongated image, by quality. */
function images(tool: string, prices: Readonly<Record<string, readonly [number, number]>>): ToolPriceTable {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([quality, [square, long]]) => [
      [`${tool}/${quality}/1024x1024`, square],
      [`${tool}/${quality}/1024x1536`, long],
      [`${tool}/${quality}/1536x1024`, long],
    ]),
  );
}

/**
 * USD per 1000 calls of `tool` by `model`: the longest model prefix wins, then the tool's own price, then the same for
 * the name without its last part. Unknown tools are free.
 */
export function toolPrice(table: ToolPriceTable, tool: string, model: string): number {
  for (let name = tool; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    const price = namedPrice(table, name, model);
    if (price !== undefined) return price;
  }
  return 0;
}

function namedPrice(table: ToolPriceTable, tool: string, model: string): number | undefined {
  let price = Object.hasOwn(table, tool) ? table[tool] : undefined;
  let longest = -1;
  for (const [key, usd] of Object.entries(table)) {
    if (!key.startsWith(`${tool}:`) || !key.endsWith('*')) continue;
    const prefix = key.slice(tool.length + 1, -1);
    if (prefix.length > longest && model.startsWith(prefix)) {
      longest = prefix.length;
      price = usd;
    }
  }
  return price;
}
