import type { ProtocolName } from '../../../server/dialects/protocols/protocol.js';
import type { JsonValues } from '../../../server/contract/options/json-shapes.js';

/**
 * One answer of a provider in its documented form, with invented numbers, and what it costs at the given prices. The charge
 * is worked out by hand from what the documentation says about each member, never from what the gateway computed.
 */
export interface RecordedCharge {
  readonly name: string;
  /** The page that documents the members on which the charge depends. */
  readonly documentation: string;
  /** Name that the client requested and the channel sends. */
  readonly model: string;
  readonly prices: ModelPrices;
  /** The whole response, as JSON. */
  readonly body: string;
  /** The events of the same response as a stream, each as its lines. */
  readonly stream: readonly string[];
  /** The tools of the request, where the price of a reported call depends on them. */
  readonly tools?: { readonly protocol: ProtocolName; readonly offered: readonly object[] };
  /** Quota units; 500,000 = 1 USD. */
  readonly charge: number;
  /** How the charge follows from the numbers and the prices. */
  readonly working: string;
}

/**
 * Prices of the model. At ratio 1 a token costs one quota unit (2 USD per million); the other ratios multiply it. What is
 * absent has the default of the price model: completion ratio 1 or the rule of the model's name, cache ratio 1, ratio of
 * cache writes 1.25.
 */
export interface ModelPrices {
  /** Of the input. */
  readonly ratio?: number;
  readonly completion?: number;
  readonly cache?: number;
  /** Of cache writes with a lifetime of five minutes; an hour costs 1.6 times as much. */
  readonly cacheWrite?: number;
  readonly audio?: number;
  /** Of audio output, relative to audio input. */
  readonly audioCompletion?: number;
  readonly audioCache?: number;
  readonly image?: number;
  readonly imageCompletion?: number;
  /** USD per call, in place of all ratios. */
  readonly perCall?: number;
  /** Ratio of the group; 1 if absent. */
  readonly group?: number;
  /** USD per 1000 calls of tools; the default table if absent. */
  readonly tools?: Readonly<Record<string, number>>;
  /** Factors of service tiers; the default table if absent. */
  readonly serviceTiers?: Readonly<Record<string, number>>;
  /** Prices of long contexts. */
  readonly tiers?: JsonValues['tiers'][string];
  /** Ratios of further models that the response names. */
  readonly otherRatios?: Readonly<Record<string, number>>;
}

/** The recorded charges of one kind of channel. */
export interface ChargeFamily {
  readonly provider: string;
  /** Number of the channel type. */
  readonly type: number;
  /** The API of the answers, if it is not that of translated conversations. */
  readonly protocol?: 'openai-responses';
  /** Streams in the binary framing of AWS: of Converse, or of models whose own events are in `chunk` messages. */
  readonly framing?: 'converse' | 'invoke';
  readonly charges: readonly RecordedCharge[];
}
