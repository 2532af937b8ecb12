import { BEDROCK_KEY } from '../doubles/bedrock-dialect.js';
import type { ScriptedUsage } from '../doubles/scripted-answer.js';
import type { StrictKind } from '../doubles/strict/strict-apis.js';
import type { StrictProvider } from '../doubles/strict/strict-provider.js';
import type { Gateway } from './gateway.js';

/**
 * Models by kind of channel: a well-known one, the newest one, an alias that no client knows, and a name by which
 * clients expect another provider. A name behind a colon is the upstream's.
 */
const MODELS: Readonly<Record<StrictKind, readonly string[]>> = {
  chat: ['gpt-4o', 'gpt-5.2', 'mapped-chat:gpt-5-mini', 'claude-haiku-4-5:gpt-4o'],
  responses: ['gpt-5-mini', 'gpt-5.2-codex', 'mapped-responses:gpt-5.1', 'claude-sonnet-4-6:gpt-5-mini'],
  messages: [
    'claude-sonnet-4-5',
    'claude-opus-4-8',
    'mapped-messages:claude-haiku-4-5',
    'gemini-2.5-flash:claude-sonnet-4-5',
  ],
  gemini: [
    'gemini-2.5-pro',
    'gemini-3.1-pro-preview',
    'mapped-gemini:gemini-2.5-flash',
    'claude-opus-4-5:gemini-2.5-flash',
  ],
  bedrock: [
    'claude-sonnet-4-5-20250929',
    'claude-opus-5-5',
    'mapped-bedrock:claude-haiku-4-5-20251001',
    'gpt-5-nano:claude-opus-4-6',
  ],
  deepseek: [
    'deepseek-reasoner',
    'deepseek-v4-pro',
    'mapped-deepseek:deepseek-reasoner',
    'claude-sonnet-5-5:deepseek-chat',
  ],
};

export const STRICT_KINDS = Object.keys(MODELS) as readonly StrictKind[];

/** The names by which clients ask for the models of a kind of channel, in the order described above. */
export const strictModels = (kind: StrictKind): readonly string[] => MODELS[kind].map(nameOf);

const nameOf = (model: string): string => model.split(':')[0]!;
const upstreamOf = (model: string): string => model.split(':').at(-1)!;

/**
 * opencode puts cache hints on messages for models it takes for Claude's. Channels of OpenAI's own type leave them out for
 * models of OpenAI; type 8 may name a gateway that takes them.
 */
const HINTED = 'claude-haiku-4-5:gpt-4o';

/** Prices in quota units for a token of output and one from the cache; one of input costs 1. */
const OUTPUT_PRICE = 4;
const CACHE_PRICE = 0.1;

/** What the provider's usage costs, in quota units. */
export function priceOf({ input, cacheRead = 0, output, reasoning = 0 }: ScriptedUsage): number {
  return Math.round(input + CACHE_PRICE * cacheRead + OUTPUT_PRICE * (output + reasoning));
}

/** Adds a channel of each kind with its models and their prices. */
export async function addStrictChannels(gateway: Gateway, { url }: StrictProvider): Promise<void> {
  const priced = (ratio: number) =>
    Object.fromEntries(STRICT_KINDS.flatMap(strictModels).map((model) => [model, ratio]));
  await gateway.option('CompletionRatio', JSON.stringify(priced(OUTPUT_PRICE)));
  await gateway.option('CacheRatio', JSON.stringify(priced(CACHE_PRICE)));
  await gateway.sell(priced(1));
  const add = (
    models: readonly string[],
    fields: { type: number; key?: string; base_url?: string },
    setting = {},
  ) =>
    gateway.addChannel({
      base_url: url,
      models: models.map(nameOf).join(','),
      model_mapping: JSON.stringify(
        Object.fromEntries(models.map((model) => [nameOf(model), upstreamOf(model)])),
      ),
      setting: JSON.stringify(setting),
      ...fields,
    });
  // Type 8 names one address and has no Responses; type 1 has both, and asks for these models through Responses.
  await add(
    MODELS.chat.filter((model) => model !== HINTED),
    { type: 8, base_url: `${url}/v1/chat/completions` },
  );
  await add([HINTED], { type: 1 }, { endpoints: ['chat'] });
  await add(MODELS.responses, { type: 1 }, { chat_via_responses: MODELS.responses.map(upstreamOf) });
  await add(MODELS.messages, { type: 14 });
  await add(MODELS.gemini, { type: 24 });
  await add(MODELS.bedrock, { type: 33, key: BEDROCK_KEY });
  await add(MODELS.deepseek, { type: 43, base_url: `${url}/deepseek` });
}
