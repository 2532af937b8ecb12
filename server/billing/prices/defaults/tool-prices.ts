/**
 * USD per 1000 calls of a provider's tool. A key `tool:prefix*` applies to models whose names begin with the prefix.
 * Tools may be qualified by parts after a slash (`image_generation/high/1024x1024`): without a price for the full name,
 * the name without its last part is used.
 */
export type ToolPriceTable = Readonly<Record<string, number>>;

const CNY_PER_USD = 7.3;

/** List prices, those with a page read in November 2026; operators change them with the option ToolPrices. */
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
  google_maps: 14,
  'google_maps:gemini-2*': 25,
  // https://cloud.google.com/vertex-ai/generative-ai/pricing: Web Grounding for Enterprise costs as much as
  // Google Search from Gemini 3 on; documents cost something in Vertex AI only.
  'google_search/enterprise': 14,
  'google_search/enterprise:gemini-2*': 45,
  retrieval: 0,
  'retrieval/vertex': 2.5,
  // https://platform.claude.com/docs/en/about-claude/pricing#code-execution-tool: 0.05 USD per hour, at least five minutes, and
  // free beside newer web tools. The hours that are free each month are not deducted.
  code_execution: 4.17,
  'code_execution/with_web_tools': 0,
  // https://developers.openai.com/api/docs/pricing#built-in-tools: a container by its memory, for a session of 20 minutes. Shorter
  // ones are billed by the minute, for at least five, but responses do not report how long they last.
  container: 30,
  'container/1g': 30,
  'container/4g': 120,
  'container/16g': 480,
  'container/64g': 1920,
  // https://groq.com/pricing: search and visits by the call. Code and browsers are billed by the hour, which is not reported.
  groq_search: 5,
  groq_visit: 1,
  // https://platform.kimi.com/docs/pricing/tools: 0.03 CNY per call.
  moonshot_search: cny(30),
  // https://bigmodel.cn/pricing: 0.01, 0.03 and 0.05 CNY per search, by the search engine.
  zhipu_search: cny(10),
  'zhipu_search/search_std': cny(10),
  'zhipu_search/search_pro': cny(30),
  'zhipu_search/search_pro_sogou': cny(50),
  'zhipu_search/search_pro_quark': cny(50),
  // https://docs.z.ai/guides/overview/pricing
  zai_search: 10,
  // https://help.aliyun.com/zh/model-studio/web-search: 4 CNY in mainland China; the international site charges 10 USD.
  dashscope_search: cny(4),
  // https://www.volcengine.com/docs/82379/1338550: by source. The 20,000 searches that are free each month are not deducted.
  ark_search: cny(4),
  'ark_search/toutiao': cny(6),
  'ark_search/douyin': cny(6),
  'ark_search/moji': cny(6),
  image_generation: 150,
  // By image model, where it is known; https://platform.openai.com/docs/pricing#image-generation
  ...images('image_generation', { low: [11, 16], medium: [42, 63], high: [167, 250] }),
  ...images('image_generation/gpt-image-1', { low: [11, 16], medium: [42, 63], high: [167, 250] }),
  ...images('image_generation/gpt-image-1-mini', { low: [5, 6], medium: [11, 15], high: [36, 52] }),
  ...images('image_generation/gpt-image-1.5', { low: [9, 13], medium: [34, 51], high: [133, 200] }),
};

/** USD per 1000 calls from CNY, at the rate of the default ratios. */
function cny(price: number): number {
  return Number((price / CNY_PER_USD).toFixed(4));
}

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
 * the name without its last part. Undefined for tools without a price, which cost nothing.
 */
export function toolPrice(table: ToolPriceTable, tool: string, model: string): number | undefined {
  for (let name = tool; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    const price = namedPrice(table, name, model);
    if (price !== undefined) return price;
  }
  return undefined;
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
