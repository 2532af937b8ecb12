import type { UsageMore } from '../../../canonical/usage.js';
import { list, record, text, type UnknownRecord } from '../../../json/lenient.js';

/**
 * Items of the output that cost nothing but tokens: calls that the client runs, and those of MCP servers
 * (https://developers.openai.com/api/docs/guides/tools-connectors-mcp).
 */
const FREE_CALLS: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'apply_patch_call',
  'tool_search_call',
  'mcp_call',
]);
const CALL = /^[a-z_]{1,40}_call$/;

/** Finished calls of the provider's own tools, by the name of their price; undefined if there were none. */
export function readToolCalls(response: UnknownRecord): UsageMore['tools'] {
  const calls: Record<string, number> = {};
  const containers = new Set<string>();
  for (const item of list(response.output).map(record)) {
    const container = containerOf(item);
    if (container !== '') containers.add(container);
    const name = pricedName(item, response);
    if (name !== undefined) calls[name] = (calls[name] ?? 0) + 1;
  }
  const created = [...containers].filter((id) => !isRequested(id, response)).length;
  if (created > 0) calls[containerName(response)] = created;
  return Object.keys(calls).length > 0 ? calls : undefined;
}

function pricedName(item: UnknownRecord, response: UnknownRecord): string | undefined {
  if (item.status === 'failed') return undefined;
  switch (item.type) {
    case 'web_search_call': {
      // Opening a page, or searching inside it, is free.
      const action = text(record(item.action).type);
      return action === '' || action === 'search' ? searchName(response) : undefined;
    }
    case 'file_search_call':
      return 'file_search';
    case 'image_generation_call':
      return imageName(item, response);
    case 'code_interpreter_call':
    case 'shell_call':
      // Billed by their container.
      return undefined;
    default: {
      // Tools that OpenAI adds have no price until an operator sets one.
      const type = text(item.type);
      return CALL.test(type) && !FREE_CALLS.has(type) ? type : undefined;
    }
  }
}

/**
 * The container that a call ran in: of Code Interpreter, or of a shell that OpenAI hosts
 * (https://developers.openai.com/api/docs/guides/tools-shell).
 */
function containerOf({ type, container_id, environment }: UnknownRecord): string {
  if (type === 'code_interpreter_call') return text(container_id);
  return type === 'shell_call' ? text(record(environment).container_id) : '';
}

/** Whether the request named the container, which was therefore created, and billed, before. */
function isRequested(id: string, { tools }: UnknownRecord): boolean {
  return list(tools)
    .map(record)
    .some(({ container, environment }) => container === id || record(environment).container_id === id);
}

const MEMORY = /^\d{1,3}g$/;

/** `container`, with the memory that the request names (`container/4g`). */
function containerName({ tools }: UnknownRecord): string {
  const limits = list(tools)
    .map(record)
    .flatMap(({ container, environment }) => [record(container), record(environment)])
    .map(({ memory_limit }) => text(memory_limit));
  const memory = limits.find((limit) => MEMORY.test(limit));
  return memory === undefined ? 'container' : `container/${memory}`;
}

const QUALITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high']);
const SIZE = /^\d{2,5}x\d{2,5}$/;
const MODEL = /^[\w.-]{1,64}$/;

/** `image_generation`, followed by the model, the quality and the size that are known, separated by slashes. */
function imageName(item: UnknownRecord, { tools }: UnknownRecord): string {
  const tool = record(list(tools).find((one) => record(one).type === 'image_generation'));
  const model = text(tool.model);
  const quality = reportedOrRequested(item.quality, tool.quality, (word) => QUALITIES.has(word));
  const size = reportedOrRequested(item.size, tool.size, (word) => SIZE.test(word));
  const parts = ['image_generation'];
  if (MODEL.test(model)) parts.push(model);
  // If the provider does not report what it chose, the price of an image without quality and size applies.
  if (quality !== undefined) parts.push(quality);
  if (quality !== undefined && size !== undefined) parts.push(size);
  return parts.join('/');
}

/** The reported value, else the requested one, if it is specific (`auto` is not). */
function reportedOrRequested(
  reported: unknown,
  requested: unknown,
  isKnown: (word: string) => boolean,
): string | undefined {
  return [reported, requested].map(text).find(isKnown);
}

/** The older search tool has its own price, but a call does not state which of the two it used. */
function searchName({ tools }: UnknownRecord): string {
  const older = list(tools).some((tool) => text(record(tool).type).startsWith('web_search_preview'));
  return older ? 'web_search_preview' : 'web_search';
}
