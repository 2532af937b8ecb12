/** USD per 1000 calls of a vendor's own tool; a key `tool:prefix*` is for models whose names begin so. */
export type ToolPriceTable = Readonly<Record<string, number>>;

/** List prices; operators change them with the option ToolPrices (spec/relay-and-billing.md E11). */
export const defaultToolPrices: ToolPriceTable = {
  web_search: 10,
  web_search_preview: 10,
  'web_search_preview:gpt-4o*': 25,
  'web_search_preview:gpt-4.1*': 25,
  file_search: 2.5,
  google_search: 14,
  image_generation: 150,
};

/** USD per 1000 calls of `tool` by `model`: the longest prefix wins, then the tool's own price; unknown tools are free. */
export function toolPrice(table: ToolPriceTable, tool: string, model: string): number {
  let price = Object.hasOwn(table, tool) ? (table[tool] ?? 0) : 0;
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
