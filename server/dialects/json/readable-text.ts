import type { Fields } from './fields.js';
import { isRecord } from './lenient.js';

/**
 * The text of an item, block or part of a type that the protocol's table does not list: its `text`, or its `content`, which
 * is a text or a list of parts with a text. Undefined unless all of it is text, so that nothing is lost.
 */
export function readableText(fields: Fields): string | undefined {
  const text = fields.raw('text');
  return typeof text === 'string' ? text : textIn(fields.raw('content'));
}

function textIn(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((part: unknown) => (isRecord(part) ? part.text : undefined));
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
}
