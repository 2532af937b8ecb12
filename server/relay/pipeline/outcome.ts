import type { ChannelKey } from '../../channels/channel-keys.js';
import type { OutputMeter } from '../../dialects/canonical/meter.js';
import type { Usage } from '../../dialects/canonical/usage.js';

/** What an attempt brought, filled while it runs. */
export interface Outcome {
  channelId: number;
  /** Which of the channel's keys was used. */
  key: ChannelKey;
  /** Upstream model name after mapping. */
  upstreamModel: string;
  isModelMapped: boolean;
  /** Is cached input left out of the prompt number? (log only) */
  countsCacheApart: boolean;
  /** Did the upstream answer 2xx? From then on it may bill, even when we hang up before its first word. */
  answered: boolean;
  /** Milliseconds from the request's arrival to the first data of the answer. */
  firstDataMs: number | undefined;
  /** Usage as far as the upstream told; undefined when it told nothing. */
  usage: Usage | undefined;
  /** Counts produced output, in case usage is missing. */
  meter: OutputMeter;
  reasoningEffort: string | undefined;
  /** The vendor's name for the answer, where the client gets it as it is. */
  answerId: string | undefined;
  /** Was the channel's system prompt put before the client's? */
  systemPromptBefore?: boolean;
  /** Tokens of text that another channel had told before and this one was given to go on from. */
  prefilled?: number;
}
