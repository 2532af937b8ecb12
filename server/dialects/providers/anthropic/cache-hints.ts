import { TokenCounter } from '../../canonical/tokens.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { JSON_TOOL } from './json-output.js';
import { cacheControl } from './messages.js';

/** Number of marked user turns: the newest, and the one that was the newest in the previous request. */
const MARKED_TURNS = 2;
/** Estimated tokens of an image or file. */
const MEDIA_TOKENS = 1000;
/** Characters of one text that are counted at most, for each required token. */
const CHARACTERS_PER_TOKEN = 8;
/**
 * Blocks that can be marked; thinking blocks cannot: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const MARKABLE: readonly string[] = ['text', 'image', 'document', 'tool_result'];

/** https://platform.claude.com/docs/en/build-with-claude/prompt-caching#explicit-cache-breakpoints */
const MAX_HINTS = 4;

type Body = Readonly<Record<string, unknown>>;

/**
 * The members of a Messages request with cache hints at the end of its tools, its system prompt and its last two user turns:
 * at most four, which is the API's limit. Empty if hints would not pay: the prefix is unlikely to be repeated (neither tools
 * nor an earlier response), it is too short to be cached, or the client sent hints of its own.
 * @param leastTokens shortest prefix that the model caches, in tokens; undefined if unknown
 */
export function cacheHints(body: Body, leastTokens: number | undefined): Record<string, unknown> {
  if (leastTokens === undefined) return {};
  const tools = list(body.tools).map(record);
  const system = list(body.system).map(record);
  const messages = list(body.messages).map(record);
  const comesAgain =
    tools.some(({ name }) => name !== JSON_TOOL) || messages.some(({ role }) => role === 'assistant');
  if (!comesAgain || isHinted([...tools, ...system]) || messages.some(({ content }) => isHinted(content)))
    return {};
  if (!isLongEnough(body, leastTokens)) return {};
  const hinted: Record<string, unknown> = { messages: withMarkedTurns(messages) };
  const lastTool = tools.at(-1);
  if (lastTool) hinted.tools = [...tools.slice(0, -1), marked(lastTool)];
  if (typeof body.system === 'string') hinted.system = [marked({ type: 'text', text: body.system })];
  return hinted;
}

/** Removes the first hints where there are more than the API accepts: the last ones mark the longest prefixes. */
export function limitCacheHints({ tools, system, messages }: Body): void {
  const contents = list(messages).flatMap((message) => list(record(message).content));
  const blocks = [...list(tools), ...list(system), ...contents].flatMap((block) => [
    ...list(record(block).content),
    block,
  ]);
  const hinted = blocks.filter((block) => record(block).cache_control !== undefined);
  for (const block of hinted.slice(0, -MAX_HINTS)) delete (block as Record<string, unknown>).cache_control;
}

function withMarkedTurns(messages: readonly UnknownRecord[]): UnknownRecord[] {
  const result = [...messages];
  let left = MARKED_TURNS;
  for (let at = result.length - 1; at >= 0 && left > 0; at--) {
    const message = result[at];
    if (message?.role !== 'user') continue;
    left--;
    const blocks = list(message.content);
    const last = record(blocks.at(-1));
    if (MARKABLE.includes(text(last.type)))
      result[at] = { ...message, content: [...blocks.slice(0, -1), marked(last)] };
  }
  return result;
}

function marked(block: UnknownRecord): object {
  return { ...block, ...cacheControl({ ttl: '5m' }) };
}

/** Also checks the content of tool results. */
function isHinted(blocks: unknown): boolean {
  return list(blocks)
    .filter(isRecord)
    .some((block) => block.cache_control !== undefined || isHinted(block.content));
}

/** Stops counting as soon as the minimum is reached, because conversations may be long. */
function isLongEnough(body: Body, leastTokens: number): boolean {
  const counter = new TokenCounter();
  const mostCharacters = leastTokens * CHARACTERS_PER_TOKEN;
  let media = 0;
  const add = (part: string): boolean => {
    counter.add(part.slice(0, mostCharacters));
    return counter.tokens + media >= leastTokens;
  };
  const addBlock = (block: UnknownRecord): boolean => {
    if (block.type === 'image' || block.type === 'document') media += MEDIA_TOKENS;
    if (block.type === 'tool_use') return add(JSON.stringify(block.input));
    const { content } = block;
    return Array.isArray(content) ? content.map(record).some(addBlock) : add(text(block.text ?? content));
  };
  return (
    list(body.tools).some((tool) => add(JSON.stringify(tool))) ||
    add(text(body.system)) ||
    list(body.messages).some((message) => list(record(message).content).map(record).some(addBlock))
  );
}
