/**
 * Members that the scan of a body notes, wherever the client protocols have them: those that refer to content outside the
 * body or hold media, and those that offer a tool of the provider. Their values decide how much a request may cost, and are
 * found this way without parsing the body.
 */

/** Of content: inside a list of messages, contents or items. */
const IN_CONTENT = [
  'image_url',
  'video_url',
  'audio_url',
  'file_url',
  'file_id',
  'file_data',
  'fileData',
  'input_audio',
  'inlineData',
  'inline_data',
  'audio',
  'source',
  'cache_control',
];
/** Of the body itself. */
const TOP_LEVEL = [
  'cachedContent',
  'cached_content',
  'container',
  'conversation',
  'enable_search',
  'max_tool_calls',
  'previous_response_id',
  'prompt',
];
/** Of an object of the body, or of one inside it: Google's options in Chat Completions. */
const OF_OPTIONS = ['cachedContent', 'cached_content'];
/** Of the items of a list of the body, such as its tools. */
const OF_ITEMS = [
  'type',
  'googleSearch',
  'google_search',
  'googleSearchRetrieval',
  'google_search_retrieval',
  'urlContext',
  'url_context',
  'googleMaps',
  'google_maps',
  'enterpriseWebSearch',
  'enterprise_web_search',
  'retrieval',
  'fileSearch',
  'file_search',
];

/** Depth of the objects that are items of a top-level list. */
const ITEM_DEPTH = 3;

const inContent = 1;
const topLevel = 2;
const ofItems = 4;
const ofOptions = 8;

/** Where a name of this length, first and last byte is noted: two table accesses instead of a comparison for every name. */
const marks = new Uint8Array(32 * 256);
for (const [names, mark] of [
  [IN_CONTENT, inContent],
  [TOP_LEVEL, topLevel],
  [OF_ITEMS, ofItems],
  [OF_OPTIONS, ofOptions],
] as const)
  for (const name of names) {
    const slot = slotOf(name.length, name.charCodeAt(0), name.charCodeAt(name.length - 1));
    marks[slot] = (marks[slot] ?? 0) | mark;
  }

function slotOf(length: number, first: number, last: number): number {
  return ((length & 31) << 8) | ((first * 5 + last) & 255);
}

/**
 * Whether a member should be noted. True also for a few other names of similar bytes.
 * @param start index of the name's opening quote
 * @param end index of its closing quote
 * @param depth of the object: 1 for the body itself
 */
export function isNoted(body: Buffer, start: number, end: number, depth: number): boolean {
  const mark = marks[slotOf(end - start - 1, body[start + 1] as number, body[end - 1] as number)] as number;
  if (mark === 0) return false;
  if (depth === 1) return (mark & topLevel) !== 0;
  if (depth < ITEM_DEPTH) return (mark & ofOptions) !== 0;
  return (mark & inContent) !== 0 || (depth === ITEM_DEPTH && (mark & (ofItems | ofOptions)) !== 0);
}
