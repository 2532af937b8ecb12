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

/** Billed calls after these events of a stream, each with its `groundingMetadata`. */
function grounded(modelVersion: string, ...events: object[]) {
  const reader = new UsageReader();
  const usages = events.map((groundingMetadata) =>
    reader.read({ modelVersion, usageMetadata: { promptTokenCount: 5 } }, { groundingMetadata }),
  );
  return usages.findLast((usage) => usage?.more?.tools)?.more?.tools;
}

const chunks = (...kinds: string[]) => ({ groundingChunks: kinds.map((kind) => ({ [kind]: { uri: 'u' } })) });

test.each<[name: string, events: object[], tools: object | undefined]>([
  [
    'places of one event, which the next repeats',
    [chunks('maps', 'maps'), chunks('maps')],
    { google_maps: 1 },
  ],
  ['a widget for places', [{ googleMapsWidgetContextToken: 't' }], { google_maps: 1 }],
  [
    'queries for places, and pages later',
    [{ webSearchQueries: ['a', 'b'], ...chunks('maps') }, chunks('web')],
    { google_maps: 1, google_search: 2 },
  ],
  [
    'the same query for pages and for images',
    [{ webSearchQueries: ['a'], imageSearchQueries: ['a'] }],
    { google_search: 2 },
  ],
  ['documents', [chunks('retrievedContext')], { retrieval: 1 }],
  ['sources of a new kind, which have no price', [chunks('stars')], { 'grounding/stars': 1 }],
  ['nothing', [{ groundingSupports: [] }], undefined],
])('grounding: %s', (_name, events, tools) => {
  expect(grounded('gemini-3.5-flash', ...events)).toEqual(tools);
});
