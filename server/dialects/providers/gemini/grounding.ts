import type { UsageMore } from '../../canonical/usage.js';
import { isRecord, list, record, text } from '../../json/lenient.js';

/** Sources that need no price of their own: those of searches, and documents, which `retrieval` counts. */
const KNOWN_SOURCES: ReadonlySet<string> = new Set(['web', 'image', 'maps', 'retrievedContext']);
const BILLED_BY_PROMPT = /^gemini-[12]\b/;
const SOURCE = /^[A-Za-z]{1,32}$/;

/** What Google looked up for one response, by its `groundingMetadata`: events of a stream repeat it, or continue it. */
export class Grounding {
  private readonly queries = new Set<string>();
  private readonly sources = new Set<string>();

  /**
   * The calls that are billed:
   *
   * - `google_search`: each distinct query for pages or images, but one for models before Gemini 3
   *   (https://ai.google.dev/gemini-api/docs/google-search#pricing)
   * - `google_maps`: a response with places of Google Maps; from Gemini 3 on its queries, where it has no pages, so that they
   *   were made there (https://ai.google.dev/gemini-api/docs/maps-grounding#pricing-and-rate-limits)
   * - `retrieval`: a response with documents; see `withRequestedTools` for those that cost something
   *
   * Sources of other kinds have names of their own, without a price.
   * @returns undefined if this event shows none
   */
  read(metadata: unknown, model: string): UsageMore | undefined {
    if (!isRecord(metadata)) return undefined;
    const queries = [...list(metadata.webSearchQueries), ...list(metadata.imageSearchQueries).map(ofImages)];
    const found = list(metadata.groundingChunks).flatMap((chunk) => Object.keys(record(chunk)));
    if (text(metadata.googleMapsWidgetContextToken) !== '') found.push('maps');
    for (const query of queries) if (text(query) !== '') this.queries.add(text(query));
    for (const source of found) if (SOURCE.test(source)) this.sources.add(source);
    const tools = this.billed(BILLED_BY_PROMPT.test(model));
    return queries.length + found.length > 0 && Object.keys(tools).length > 0 ? { tools } : undefined;
  }

  private billed(isByPrompt: boolean): Record<string, number> {
    const tools: Record<string, number> = {};
    const { sources, queries } = this;
    const searches = isByPrompt ? Math.min(1, queries.size) : queries.size;
    const isOfMaps = sources.has('maps') && !sources.has('web') && !sources.has('image');
    if (sources.has('maps')) tools.google_maps = isOfMaps ? Math.max(1, searches) : 1;
    if (searches > 0 && !isOfMaps) tools.google_search = searches;
    if (sources.has('retrievedContext')) tools.retrieval = 1;
    for (const source of sources) if (!KNOWN_SOURCES.has(source)) tools[`grounding/${source}`] = 1;
    return tools;
  }
}

/** A query for images is another one than the same query for pages. */
function ofImages(query: unknown): string {
  return text(query) === '' ? '' : `images: ${text(query)}`;
}
