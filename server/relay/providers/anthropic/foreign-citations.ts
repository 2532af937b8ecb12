import { isRecord, list, type Loose } from '../../json/loose.js';
import type { JsonObject } from '../../json/object.js';

/** How a citation that this gateway made begins, by compact and by spaced JSON. */
const MARKS = ['"encrypted_index":""', '"encrypted_index": ""'];

/**
 * The messages without citations of other providers' searches, which came from this gateway with an empty
 * `encrypted_index` and which the provider refuses; undefined where there are none.
 */
export function withoutForeignCitations(object: JsonObject): string | undefined {
  if (!MARKS.some((mark) => object.body.includes(mark))) return undefined;
  const member = object.find('messages');
  if (!member) return undefined;
  const messages = list(object.value(member)).map((message) =>
    isRecord(message) && Array.isArray(message.content)
      ? { ...message, content: list(message.content).map(withoutForeign) }
      : message,
  );
  return JSON.stringify(messages);
}

function withoutForeign(block: unknown): unknown {
  if (!isRecord(block) || !Array.isArray(block.citations)) return block;
  const own = list(block.citations).filter(
    (citation) => !isRecord(citation) || citation.encrypted_index !== '',
  );
  const { citations: _given, ...rest }: Loose = block;
  return own.length > 0 ? { ...rest, citations: own } : rest;
}
