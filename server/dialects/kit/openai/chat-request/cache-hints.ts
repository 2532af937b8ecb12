import { objectsWith } from '../../../json/scan.js';
import type { JsonObject } from '../../../json/object.js';
import { editsOf, type Edit } from '../../../json/splice.js';

const NAME = 'cache_control';
const QUOTED = `"${NAME}"`;
const LEFT_OUT = new Map([[NAME, undefined]]);
const openList = 0x5b;
/**
 * Models that accept the member in chat requests, on gateways and on their own providers. OpenAI's models reject it:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
const TAKES = /claude|anthropic|gemini|qwen/i;

/** For upstreams that may be a gateway with models of any provider. */
export const maybeTakesCacheHints = (): boolean => false;

/** Whether a model with this upstream name rejects cache hints in OpenAI's format. */
export function refusesCacheHints(model: string): boolean {
  return !TAKES.test(model);
}

/**
 * Edits that remove `cache_control` from messages, their parts and tools, in ascending order. Schemas and arguments keep
 * members of that name. Bodies without the name cost only one search.
 */
export function withoutCacheHints(object: JsonObject): Edit[] {
  const { body } = object;
  if (!body.includes(QUOTED)) return [];
  const edits = ['messages', 'tools']
    .flatMap((name) => object.members.filter((member) => object.named(member, name)))
    .filter((member) => object.firstByte(member) === openList)
    .flatMap(({ start }) => objectsWith(body, start, NAME))
    .flatMap((hinted) => editsOf(hinted, LEFT_OUT))
    .toSorted((one, other) => one.start - other.start);
  // A hint may contain a member of the same name, which is removed together with it.
  let end = 0;
  return edits.filter((edit) => {
    if (edit.start < end) return false;
    end = edit.end;
    return true;
  });
}
