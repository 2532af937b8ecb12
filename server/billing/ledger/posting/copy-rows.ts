import { LRUCache } from 'lru-cache';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Texts that need no encoding: ASCII without control characters and the backslash. */
const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/;
/** Characters with a meaning in the text format: https://www.postgresql.org/docs/current/sql-copy.html */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Longer texts are not cached; they hardly repeat. */
const MAX_CACHED = 500;

/**
 * Inserts rows with COPY, which costs a fifth less than INSERT here and in Postgres. For tables without conflicts.
 * @param into table with its columns
 * @param lines the rows, each ending with a line feed and its texts encoded by `copyText`; ASCII
 * @throws pg.DatabaseError when Postgres rejects a row; nothing is inserted then
 */
export async function copyRows(client: ClientBase, into: string, lines: string): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${into} FROM STDIN`));
  stream.end(Buffer.from(lines, 'latin1'));
  await finished(stream);
}

/** Encoded texts. Consumption rows repeat one content per price, and the names of their users and tokens. */
const encoded = new LRUCache<string, string>({ max: 2000 });

/**
 * A text in the text format of COPY, as its bytes in UTF-8, a character for each: a single character beyond Latin-1 would
 * double the memory of the whole batch and make its conversion to bytes several times slower.
 */
export function copyText(text: string): string {
  if (PLAIN.test(text)) return text;
  if (text.length > MAX_CACHED) return encode(text);
  let found = encoded.get(text);
  if (found === undefined) encoded.set(text, (found = encode(text)));
  return found;
}

function encode(text: string): string {
  const escaped = text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
  return Buffer.from(escaped).toString('latin1');
}
