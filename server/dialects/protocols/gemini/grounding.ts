import type { Citation } from '../../canonical/citations.js';

/** https://ai.google.dev/api/generate-content#GroundingMetadata: segments are counted in bytes of UTF-8. */
export function renderGrounding(citations: readonly Citation[], text: string): object {
  const sources = new Map<string, number>();
  const groundingChunks: object[] = [];
  const groundingSupports: object[] = [];
  const bytesTo = (at: number) => Buffer.byteLength(text.slice(0, at));
  for (const { url, title, file, citedText, range } of citations) {
    // Each passage of a document is a chunk of its own.
    const key = url ?? `${file?.id} ${citedText}`;
    let index = sources.get(key);
    if (index === undefined) {
      sources.set(key, (index = groundingChunks.length));
      const name = file?.name || title || (file?.id ?? '');
      groundingChunks.push(
        url === undefined
          ? { retrievedContext: { title: name, ...(citedText && { text: citedText }) } }
          : { web: { uri: url, title: title ?? url } },
      );
    }
    if (range && range.end <= text.length)
      groundingSupports.push({
        segment: {
          startIndex: bytesTo(range.start),
          endIndex: bytesTo(range.end),
          text: text.slice(range.start, range.end),
        },
        groundingChunkIndices: [index],
      });
  }
  return { groundingChunks, ...(groundingSupports.length > 0 && { groundingSupports }) };
}
