import { ApiError } from '../../contract/errors/api-error.js';
import { summaryItem } from '../../dialects/protocols/openai-responses/compaction.js';
import { COMPACTION_MARK } from '../../dialects/protocols/openai-responses/encrypted-content.js';
import { isRecord, list, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import { scanObject } from '../../dialects/json/scan.js';
import { splice } from '../../dialects/json/splice.js';
import { inputItems, type StoredResponse } from './stored-responses.js';

/** Item ids are the id of their response with a prefix and a number (`ResponseFrame.itemId`). */
const ITEM_ID = /^(?:msg|rs|fc|ctc)_(.+)_\d+$/;

const MIB = 1024 * 1024;
/**
 * Bytes that stored items and summaries may add to a body: it may name each of them any number of times, and all of it is
 * sent upstream.
 */
const MAX_ADDED = 32 * MIB;

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
 * @throws ApiError 413 when that adds more than `MAX_ADDED`
 * @param previous the response named by `previous_response_id`; undefined leaves that member unchanged
 */
export function expandRequest(
  body: Buffer,
  previous: StoredResponse | undefined,
  stored: ReadonlyMap<string, StoredResponse>,
): Buffer {
  const before = previous ? [...previous.input, ...previous.output] : [];
  const items = [...before, ...itemsOf(body).map((item) => referred(item, stored) ?? item)];
  const changes = new Map<string, string | undefined>([['input', listText(items, body.length)]]);
  if (previous) changes.set('previous_response_id', undefined);
  return splice(scanObject(body), changes);
}

/** The items as JSON. Written one by one, because the whole text may be longer than a string can be. */
function listText(items: readonly UnknownRecord[], bodyLength: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const json = JSON.stringify(withoutId(item));
    length += json.length;
    if (length > bodyLength + MAX_ADDED) throw tooMuch();
    texts.push(json);
  }
  return `[${texts.join(',')}]`;
}

function tooMuch(): ApiError {
  return new ApiError('body_too_large', { limit: MAX_ADDED / MIB });
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
 * Removes reasoning items and annotations for an upstream with native Responses support, which rejects the encrypted or
 * signed reasoning and the files of other providers.
 */
export function withoutThoughts(body: Buffer): Buffer {
  const items = itemsOf(body)
    .filter(({ type }) => type !== 'reasoning')
    .map(withoutAnnotations);
  return splice(scanObject(body), new Map([['input', JSON.stringify(items)]]));
}

function withoutAnnotations(item: UnknownRecord): UnknownRecord {
  if (!Array.isArray(item.content)) return item;
  const content = list(item.content).map((part) =>
    isRecord(part) && part.annotations ? { ...part, annotations: [] } : part,
  );
  return { ...item, content };
}

/**
 * Replaces compactions of the gateway by the summaries they hold, so that the request may go to any channel.
 * @param open undefined for compactions that cannot be decrypted for this caller
 * @throws ApiError 400 for such a compaction: without it, the conversation would be lost; 413 when the summaries are longer than
 *   `MAX_ADDED`
 */
export function openCompactions(body: Buffer, open: (content: string) => string | undefined): Buffer {
  let found = false;
  let added = 0;
  const items = itemsOf(body).map((item, at) => {
    const content = text(item.encrypted_content);
    if (!text(item.type).includes('compaction') || !content.startsWith(COMPACTION_MARK)) return item;
    const summary = open(content);
    if (summary === undefined)
      throw new ApiError('invalid_text_request', {
        detail: `input[${at}].encrypted_content could not be decrypted: it was changed, or made for another account`,
      });
    found = true;
    added += summary.length;
    if (added > MAX_ADDED) throw tooMuch();
    return summaryItem(summary);
  });
  if (!found) return body;
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
