import type { ChannelKey } from '../../channels/channel-keys.js';
import type { OutputMeter } from '../../dialects/canonical/meter.js';
import type { Usage } from '../../dialects/canonical/usage.js';

/** The result of an attempt, filled in while it runs. */
export interface Outcome {
  channelId: number;
  /** Which of the channel's keys was used. */
  key: ChannelKey;
  /** Upstream model name after mapping. */
  upstreamModel: string;
  isModelMapped: boolean;
  /** Whether the provider's prompt token count excludes cached input; affects the log only. */
  countsCacheApart: boolean;
  /** Whether the upstream responded with 2xx. From then on it may bill, even if the call is aborted before any content. */
  answered: boolean;
  /** Milliseconds from the request's arrival to the first data of the response. */
  firstDataMs: number | undefined;
  /** Usage reported by the upstream so far; undefined when it reported none. */
  usage: Usage | undefined;
  /** Counts produced output, in case usage is missing. */
  meter: OutputMeter;
  reasoningEffort: string | undefined;
  /** The provider's id of the response, where it is passed to the client unchanged. */
  answerId: string | undefined;
  /** Whether the channel's system prompt was put before the client's own. */
  systemPromptBefore?: boolean;
  /** Estimated tokens of text from an earlier channel that this model was given to continue from. */
  prefilled?: number;
}
