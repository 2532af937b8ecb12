import { chargeFor } from '../../server/billing/prices/charge/charge.js';
import { defaultTables } from '../../server/billing/prices/defaults/default-tables.js';
import { compilePriceBook, type PriceTables } from '../../server/billing/prices/price-book.js';
import type { Price } from '../../server/billing/prices/price.js';
import { defaultToolPrices } from '../../server/billing/prices/defaults/tool-prices.js';
import { mergeUsage, noUsage, type Usage } from '../../server/dialects/canonical/usage.js';
import type { OperationName, OperationRequest } from '../../server/dialects/operations/operation.js';
import type { AnswerReader, Frame, Provider } from '../../server/dialects/kit/provider.js';
import { providerFor } from '../../server/dialects/providers/registry.js';

/** What is sold by the built-in tables, with the given changes. */
export function priceOf(model: string, change: Partial<PriceTables> = {}): Price {
  return compilePriceBook({
    ...defaultTables,
    groupRatio: { default: 1, cheap: 0.8 },
    quotaPerUnit: 500_000,
    toolPrices: defaultToolPrices,
    ...change,
  }).price(model, 'default', { selfUse: false, acceptUnset: false, group: 'default' });
}

/** Input 1, cached 0.5, written 1.25 or 2 for an hour, output 4: charges are easily added up in the head. */
export const plainPrice = priceOf('m', {
  modelRatio: { m: 1 },
  completionRatio: { m: 4 },
  cacheRatio: { m: 0.5 },
  cacheCreationRatio: { m: 1.25 },
});

export const NONE = noUsage();

export const charge = (usage: Usage | undefined, price = plainPrice): number =>
  chargeFor(usage ?? noUsage(), price);

export function provider(type: number): Provider {
  const found = providerFor(type);
  if (!found) throw new Error(`no provider for channel type ${type}`);
  return found;
}

export const usageOfWhole = (reader: AnswerReader, body: unknown): Usage | undefined => {
  const { usage } = reader.answer(body);
  return usage ? mergeUsage(noUsage(), usage) : undefined;
};

/** The usage of a stream of these events, by the rule of the relay. */
export function usageOfStream(reader: AnswerReader, frames: readonly Frame[]): Usage {
  const read = reader.stream();
  const usage = noUsage();
  for (const event of frames.flatMap((frame) => read(frame)))
    if (event.type === 'usage') mergeUsage(usage, event.usage);
  return usage;
}

export const frame = (data: object | string, name = 'message'): Frame => ({
  name,
  data: typeof data === 'string' ? data : JSON.stringify(data),
});

/** What the answer of an operation used; its request asked for `estimate`. */
export function usageOfOperation(
  type: number,
  name: OperationName,
  body: object,
  estimate: Usage = noUsage(),
): Usage | undefined {
  const request: OperationRequest = {
    model: 'm',
    stream: false,
    maxTokens: 0,
    includeUsage: true,
    body: Buffer.from('{"model":"m"}'),
    contentType: 'application/json',
    fields: { model: 'm' },
    estimate,
  };
  return provider(type).operations![name]!.answer!(body, request).usage ?? estimate;
}

/** A whole chat completion of OpenAI's shape. */
export const completion = (usage: object) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage,
});

/** The same as a stream, the usage in a chunk of its own. */
export const chunks = (usage: object): Frame[] => [
  frame({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'hi' } }] }),
  frame({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  }),
  frame({ id: 'c', object: 'chat.completion.chunk', choices: [], usage }),
  frame('[DONE]'),
];
