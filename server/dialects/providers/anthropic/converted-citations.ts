import { isRecord, list, type UnknownRecord } from '../../json/lenient.js';
import type { JsonObject } from '../../json/object.js';

/** Only citations that the gateway converted have this member empty; in compact and in spaced JSON. */
const MARKS = ['"encrypted_index":""', '"encrypted_index": ""'];

/**
 * The messages without citations that the gateway converted from other providers' searches: their `encrypted_index` is empty,
 * which the API rejects. Undefined if there are none.
 */
export function withoutConvertedCitations(object: JsonObject): string | undefined {
  if (!MARKS.some((mark) => object.body.includes(mark))) return undefined;
  const member = object.find('messages');
  if (!member) return undefined;
  const messages = list(object.value(member)).map((message) =>
    isRecord(message) && Array.isArray(message.content)
      ? { ...message, content: list(message.content).map(withoutConverted) }
      : message,
  );
  return JSON.stringify(messages);
}

function withoutConverted(block: unknown): unknown {
  if (!isRecord(block) || !Array.isArray(block.citations)) return block;
  const own = list(block.citations).filter(
    (citation) => !isRecord(citation) || citation.encrypted_index !== '',
  );
  const { citations: _given, ...rest }: UnknownRecord = block;
  return own.length > 0 ? { ...rest, citations: own } : rest;
}
