import { StringDecoder } from 'node:string_decoder';
import { UnreadableSource } from '../sources/source.js';

/** Longer lines are no dump: the programs end a statement after a few megabytes. UTF-16 units. */
const MAX_LINE = 256 * 1024 * 1024;

/**
 * The lines of a text in UTF-8, without their line feeds. The readline module would also split at separators inside of values.
 * @throws UnreadableSource
 */
export async function* dumpLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun = '';
  for await (const chunk of chunks) {
    const parts = (begun + decoder.write(chunk)).split('\n');
    begun = parts.pop() ?? '';
    if (begun.length > MAX_LINE) throw new UnreadableSource('the dump has a line of more than 256 MB');
    yield* parts;
  }
  begun += decoder.end();
  if (begun !== '') yield begun;
}
