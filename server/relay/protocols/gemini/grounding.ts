import type { Citation } from '../../hub/citations.js';

/** https://ai.google.dev/api/generate-content#GroundingMetadata: segments are counted in bytes of UTF-8. */
export function renderGrounding(citations: readonly Citation[], text: string): object {
  const sources = new Map<string, number>();
  const groundingChunks: object[] = [];
  const groundingSupports: object[] = [];
  for (const { url, title, file, citedText, range } of citations) {
    const name = url ?? file?.id ?? '';
    let index = sources.get(name);
    if (index === undefined) {
      sources.set(name, (index = groundingChunks.length));
      groundingChunks.push(
        url === undefined
          ? { retrievedContext: { title: file?.name ?? title ?? '', ...(citedText && { text: citedText }) } }
          : { web: { uri: url, title: title ?? url } },
      );
    }
    if (range && range.end <= text.length)
      groundingSupports.push({
        segment: {
          startIndex: Buffer.byteLength(text.slice(0, range.start)),
          endIndex: Buffer.byteLength(text.slice(0, range.end)),
          text: text.slice(range.start, range.end),
        },
        groundingChunkIndices: [index],
      });
  }
  return { groundingChunks, ...(groundingSupports.length > 0 && { groundingSupports }) };
}
