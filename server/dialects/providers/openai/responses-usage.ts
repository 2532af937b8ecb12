import type { UsageMore } from '../../canonical/usage.js';
import { list, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Finished calls of the provider's own tools, by the name of their price; undefined if there were none. */
export function readToolCalls(response: UnknownRecord): UsageMore['tools'] {
  const calls: Record<string, number> = {};
  for (const item of list(response.output)) {
    const name = pricedName(record(item), response);
    if (name !== undefined) calls[name] = (calls[name] ?? 0) + 1;
  }
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
    default:
      return undefined;
  }
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
