import { record } from '../../../dialects/json/lenient.js';
import type { JsonObject } from '../../../dialects/json/object.js';
import { scanInner, scanObject } from '../../../dialects/json/scan.js';
import { applyEdits, EDITED, editsOf, splice, type Edited } from '../../../dialects/json/splice.js';
import type { NativeCodec } from '../../../dialects/kit/provider.js';
import type { Reserved } from '../stages.js';

/*
 * What a request cost, as the member `cost` of its usage, in US dollars. Only for requests that ask for it
 * (`ReadRequest.includeCost`): their last bytes are read again. The cost that a provider states is its own price, never what
 * is charged here, so it is replaced, and removed where the gateway states none.
 */

const OPEN_OBJECT = 0x7b;
const USAGE = '"usage"';
const MEMBER = 'cost';
const COST = `"${MEMBER}`;
const DATA = 'data:';
const NOTHING = Buffer.alloc(0);
/** May precede the documents of providers. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Reads the document of a response, to which `withCost` adds the cost. @throws SyntaxError */
export function scanResponse(bytes: Buffer): JsonObject {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const document = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  // It is the provider's, not the client's: the limits of requests do not apply.
  (document as Edited)[EDITED] = true;
  return scanObject(document);
}

/**
 * A response, or an event that contains one, with its cost.
 * @param rendered its usage in the client's protocol, where it has none; absent: it gets none
 */
export function withCost(response: JsonObject, cost: number | undefined, rendered?: () => unknown): Buffer {
  const usage = innerObject(response, 'usage');
  if (usage) return withMember(usage, cost);
  const nested = innerObject(response, 'response');
  const nestedUsage = nested && innerObject(nested, 'usage');
  if (nestedUsage) return withMember(nestedUsage, cost);
  if (!rendered || cost === undefined) return response.body;
  return splice(response, new Map([['usage', JSON.stringify({ ...record(rendered()), cost })]]));
}

function withMember(usage: JsonObject, cost: number | undefined): Buffer {
  // Members beside it divide a provider's own price, or state it in another unit.
  const others = usage.members
    .map((member) => usage.nameOf(member))
    .filter((name) => name.startsWith(MEMBER));
  const changes = new Map<string, string | undefined>(others.map((name) => [name, undefined]));
  changes.set(MEMBER, cost === undefined ? undefined : JSON.stringify(cost));
  return applyEdits(usage.body, editsOf(usage, changes));
}

function innerObject(object: JsonObject, name: string): JsonObject | undefined {
  const member = object.find(name);
  if (!member || object.firstByte(member) !== OPEN_OBJECT) return undefined;
  return scanInner(object.body, member.start);
}

/** Whole events, in which every usage has this cost. */
function eventsWithCost(events: Buffer | string, cost: number | undefined): Buffer {
  const lines = events.toString('utf8').split('\n');
  return Buffer.from(lines.map((line) => lineWithCost(line, cost)).join('\n'));
}

/**
 * The end of a stream that passes through.
 * @param usage the event with the usage, as the provider sent it; undefined where the end holds the usage
 * @param end the events that end the response
 */
export function heldEnd(
  { normalize }: Pick<NativeCodec, 'normalize'>,
  usage: Buffer | undefined,
  end: Buffer | string | undefined,
  cost: number | undefined,
): Buffer {
  const reported = usage && (normalize?.(usage, true) ?? usage);
  return eventsWithCost(Buffer.concat([reported ?? NOTHING, Buffer.from(end ?? '')]), cost);
}

/** Whole events, in which no usage has a cost. */
export function withoutCost(events: Buffer): Buffer {
  return events.includes(COST) ? eventsWithCost(events, undefined) : events;
}

function lineWithCost(line: string, cost: number | undefined): string {
  if (!line.startsWith(DATA) || !line.includes(USAGE)) return line;
  try {
    const response = scanResponse(Buffer.from(line.slice(DATA.length)));
    return DATA + withCost(response, cost).toString('utf8');
  } catch (error) {
    // Data on several lines is sent as it is.
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}

/** The last events of a stream, with its cost if the client asked for it. */
export function endWithCost(
  { params }: Pick<Reserved, 'params'>,
  events: string,
  cost: number | undefined,
): Buffer | string {
  return params.includeCost ? eventsWithCost(events, cost) : events;
}
