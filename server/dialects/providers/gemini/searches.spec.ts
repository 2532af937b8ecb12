import { UsageReader } from './usage.js';

/** Google's searches are billed by distinct query, and by prompt for models before Gemini 3. */
function searches(modelVersion: string, ...lists: (readonly string[] | undefined)[]): number | undefined {
  const reader = new UsageReader();
  let tools: Readonly<Record<string, number>> | undefined;
  for (const webSearchQueries of lists) {
    const candidate = webSearchQueries && { groundingMetadata: { webSearchQueries } };
    const usage = reader.read({ modelVersion, usageMetadata: { promptTokenCount: 5 } }, candidate);
    tools = usage?.more?.tools ?? tools;
  }
  return tools?.google_search;
}

test.each<[name: string, lists: (readonly string[] | undefined)[], count: number | undefined]>([
  ['none', [undefined], undefined],
  ['an empty list', [[]], undefined],
  ['one', [['a']], 1],
  ['one twice', [['a', 'b', 'a']], 2],
  ['an empty one', [['', 'a']], 1],
  ['a list that events repeat', [['a', 'b'], ['a', 'b'], undefined], 2],
  ['a list that events continue', [['a'], ['b']], 2],
])('%s', (_name, lists, count) => {
  expect(searches('gemini-3.5-flash', ...lists)).toBe(count);
  expect(searches('gemini-2.5-flash', ...lists)).toBe(count === undefined ? undefined : 1);
});
