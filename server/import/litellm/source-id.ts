import { createHash } from 'node:crypto';

/** Bits of an id: whole numbers that are exact everywhere. */
const HEX = 13;

/**
 * The number by which the import remembers a row of LiteLLM, whose ids are texts. It is negative, so that rows here get ids of their own.
 * @param parts what identifies the row: its kind and its id
 */
export function sourceId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  return String(-Number.parseInt(hash.slice(0, HEX), 16) - 1);
}
