import { compilePriceBook, type PriceBook } from '../../../server/billing/prices/price-book.js';
import type { PricesService } from '../../../server/billing/prices/prices.service.js';
import { defaultServiceTiers } from '../../../server/billing/prices/defaults/service-tiers.js';
import { defaultToolPrices } from '../../../server/billing/prices/defaults/tool-prices.js';
import type { Settlement } from '../../../server/billing/ledger/ledger.types.js';
import { foldEvents } from '../../../server/dialects/canonical/fold.js';
import type { Usage } from '../../../server/dialects/canonical/usage.js';
import { protocols } from '../../../server/dialects/protocols/registry.js';
import type { AnswerReader, Provider } from '../../../server/dialects/kit/provider.js';
import { providerForModel } from '../../../server/dialects/providers/registry.js';
import { AttemptHistory } from '../../../server/relay/pipeline/attempt/attempt-history.js';
import { freshOutcome } from '../../../server/relay/pipeline/answer/outcome.js';
import { settle } from '../../../server/relay/pipeline/settle/settle.js';
import type { CompiledSettings } from '../../../server/relay/pipeline/settings.js';
import type { BilledRequest } from '../../../server/relay/pipeline/stages.js';
import { SseReader } from '../../../server/relay/upstream/sse.js';
import { targetOf } from '../../dialects/recorded.js';
import { chunk, eventStream } from '../../dialects/event-stream.js';
import { measure } from '../measured-content.js';
import type { ChargeFamily, ModelPrices, RecordedCharge } from './recorded-charge.js';

const QUOTA_PER_USD = 500_000;
const GROUP = 'default';
const BUYER = { selfUse: true, acceptUnset: true };

/** What the gateway charges for the whole response, and for the stream. */
export async function chargedQuota(family: ChargeFamily, entry: RecordedCharge): Promise<[number, number]> {
  const provider = providerForModel(family.type, entry.model)!;
  const reader = readerOf(family, provider);
  const { usage } = reader.answer(JSON.parse(entry.body));
  const streamed = foldEvents(eventsOf(family, entry, provider).flatMap(reader.stream()));
  return [await settled(entry, usage, provider), await settled(entry, streamed.usage, provider)];
}

function readerOf({ protocol }: ChargeFamily, provider: Provider): AnswerReader {
  const own = protocol && provider.native[protocol]?.reader;
  return own ?? provider.chat!;
}

/** The frames of the stream, through the decoder of the channel's call where the provider has a framing of its own. */
function eventsOf({ type, framing }: ChargeFamily, { model, stream }: RecordedCharge, provider: Provider) {
  const sse = new SseReader();
  const text = Buffer.from(stream.map((event) => `${event}\n\n`).join(''));
  if (!framing) return [...sse.push(text), ...sse.flush()];
  const body = Buffer.from(
    JSON.stringify({ model, max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'q' }] }),
  );
  const target = targetOf({ type, model, key: 'AKID|secret|us-east-1' });
  const call = provider.chat!.request(protocols['openai-chat'].parse(body, ''), target);
  const decoder = call.decoder!({ 'content-type': 'application/vnd.amazon.eventstream' })!;
  const messages = sse.push(text).map(({ name, data }) => {
    const payload = JSON.parse(data) as object;
    return framing === 'invoke' ? chunk(payload) : ([name, payload] as const);
  });
  const frames = sse.push(decoder.push(eventStream(messages)));
  decoder.end();
  return frames;
}

/** The charge of a complete response with this usage, by the relay's own settlement. */
async function settled(entry: RecordedCharge, usage: Usage | undefined, provider: Provider): Promise<number> {
  const book = bookOf(entry.model, entry.prices);
  const price = book.price(entry.model, GROUP, BUYER);
  const outcome = freshOutcome(1, { index: 0, key: '' } as never, entry.model, entry.model, provider);
  Object.assign(outcome, { answered: true, usage });
  const request = {
    exchange: { requestId: 'r', startedAt: Date.now(), protocol: protocols['openai-chat'] },
    caller: { token: { user: { role: 1, group: GROUP, setting: {} } } },
    params: { model: entry.model },
    body: Buffer.from('{"tools":[],"url":""}'),
    previous: {},
    hold: { amount: 0 },
    plan: {
      group: GROUP,
      model: entry.model,
      price,
      answers: 1,
      routes: { skippedOpenCircuit: [] },
      content: entry.tools && measure(entry.tools.protocol, { tools: entry.tools.offered }),
    },
  } as unknown as BilledRequest;
  let entered: Settlement | undefined;
  const ledger = {
    settle: async (_hold: unknown, settlement: Settlement) => void (entered = settlement),
    release: async () => undefined,
  };
  const prices = {
    price: (model: string) => book.price(model, GROUP, { ...BUYER, selfUse: false, acceptUnset: false }),
  };
  await settle(
    request,
    new AttemptHistory(),
    { ending: 'complete', outcome },
    {
      ledger: ledger as never,
      settings: { current: { logConsume: false, dataExport: false } as CompiledSettings },
      prices: prices as unknown as PricesService,
    },
  );
  return entered?.quota ?? 0;
}

function bookOf(model: string, prices: ModelPrices): PriceBook {
  const only = (value: number | undefined) => (value === undefined ? {} : { [model]: value });
  return compilePriceBook({
    modelRatio: { ...prices.otherRatios, ...only(prices.ratio) },
    modelPrice: only(prices.perCall),
    completionRatio: only(prices.completion),
    cacheRatio: only(prices.cache),
    cacheCreationRatio: only(prices.cacheWrite),
    groupRatio: { [GROUP]: prices.group ?? 1 },
    audioRatio: only(prices.audio),
    audioCompletionRatio: only(prices.audioCompletion),
    audioCacheRatio: only(prices.audioCache),
    imageRatio: only(prices.image),
    imageCompletionRatio: only(prices.imageCompletion),
    toolPrices: prices.tools ?? defaultToolPrices,
    serviceTiers: prices.serviceTiers ? { [model]: prices.serviceTiers } : defaultServiceTiers,
    ...(prices.tiers && { tiers: { [model]: prices.tiers } }),
    quotaPerUnit: QUOTA_PER_USD,
    publicList: false,
  });
}
