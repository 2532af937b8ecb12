import { isRecord, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import { scanObject } from '../../dialects/json/scan.js';
import { splice } from '../../dialects/json/splice.js';
import { inputItems, type StoredResponse } from './stored-responses.js';

/** Item ids are the id of their response with a prefix and a number (`ResponseFrame.itemId`). */
const ITEM_ID = /^(?:msg|rs|fc|ctc)_(.+)_\d+$/;

/** Ids of the responses to which the request's `item_reference`s may belong. */
export function referredResponses(body: Buffer): string[] {
  const ids = new Set<string>();
  for (const item of itemsOf(body)) {
    const response = item.type === 'item_reference' ? responseOf(text(item.id)) : undefined;
    if (response !== undefined) ids.add(response);
  }
  return [...ids];
}

function responseOf(itemId: string): string | undefined {
  const rest = ITEM_ID.exec(itemId)?.[1];
  return rest === undefined ? undefined : `resp_${rest}`;
}

/**
 * Puts the conversation that a request continues in front of its input and replaces references by the stored items.
 * References to unknown items stay.
 * @param previous the response named by `previous_response_id`; undefined leaves that member unchanged
 */
export function expandRequest(
  body: Buffer,
  previous: StoredResponse | undefined,
  stored: ReadonlyMap<string, StoredResponse>,
): Buffer {
  const before = previous ? [...previous.input, ...previous.output] : [];
  const items = [...before, ...itemsOf(body).map((item) => referred(item, stored) ?? item)];
  const changes = new Map<string, string | undefined>([['input', JSON.stringify(items.map(withoutId))]]);
  if (previous) changes.set('previous_response_id', undefined);
  return splice(scanObject(body), changes);
}

function referred(
  item: UnknownRecord,
  stored: ReadonlyMap<string, StoredResponse>,
): UnknownRecord | undefined {
  if (item.type !== 'item_reference') return undefined;
  const id = text(item.id);
  return stored.get(responseOf(id) ?? '')?.output.find((output) => output.id === id);
}

/** Only this gateway knows the ids of items it created; providers reject them. */
function withoutId(item: UnknownRecord): UnknownRecord {
  if (!ITEM_ID.test(text(item.id)) || item.type === 'item_reference') return item;
  const { id: _id, ...rest } = item;
  return rest;
}

/**
 * Removes reasoning items for an upstream with native Responses support, which rejects the encrypted or signed reasoning of
 * other providers.
 */
export function withoutThoughts(body: Buffer): Buffer {
  const items = itemsOf(body).filter(({ type }) => type !== 'reasoning');
  return splice(scanObject(body), new Map([['input', JSON.stringify(items)]]));
}

/** JSON text of `input`; an empty list if there is none. */
export function inputOf(body: Buffer): Buffer {
  const member = scanObject(body).find('input');
  return member ? body.subarray(member.start, member.end) : Buffer.from('[]');
}

function itemsOf(body: Buffer): UnknownRecord[] {
  const object = scanObject(body);
  const member = object.find('input');
  const input = member && object.value(member);
  return Array.isArray(input) && !input.every(isRecord) ? [] : inputItems(input);
}
