import type { ChannelKey } from '../../../channels/keys/channel-keys.js';
import type { ThoughtCollector } from '../../../dialects/canonical/thoughts.js';
import { OutputMeter } from '../../../dialects/canonical/meter.js';
import type { ToolNames } from '../../../dialects/canonical/conversation/tool-names.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import type { AnswerMode, Provider } from '../../../dialects/kit/provider.js';
import type { OutputText } from './output-text.js';

/** What one attempt produced, filled in while it runs. */
export interface Outcome {
  readonly channelId: number;
  /** Which of the channel's keys was used. */
  readonly key: ChannelKey;
  /** Upstream model name after mapping. */
  readonly upstreamModel: string;
  readonly isModelMapped: boolean;
  /** Whether the provider's prompt token count excludes cached input; affects the log only. */
  readonly countsCacheApart: boolean;
  /** Whether the upstream responded with 2xx. From then on it may bill, even if the call is aborted before any content. */
  answered: boolean;
  /** Whether the provider was doing work that it charges for whose result was not received. */
  awaitsWork?: boolean;
  /** Milliseconds from the request's arrival to the first data of the response. */
  firstDataMs: number | undefined;
  /** The service tier that the response's headers state; '' for ordinary service, undefined where they state none. */
  servedTier?: string | undefined;
  /** Price of one image that the provider reported, as a multiple of the price per call; undefined: that of `estimate`. */
  priceFactor?: number | undefined;
  /** Usage reported by the upstream so far; undefined when it reported none. */
  usage: Usage | undefined;
  /** What the provider bills for the request if it reports no usage; undefined: the estimate of the request. */
  estimate?: Usage;
  /** Counts produced output, in case usage is missing. */
  readonly meter: OutputMeter;
  /** Collects the text of the response; absent where contents are not traced. */
  output?: OutputText;
  reasoningEffort: string | undefined;
  /** How the upstream was asked to answer where that is not what the client requested; see `UpstreamCall.answerMode`. */
  answerMode?: AnswerMode;
  /** The client's names of tools that were sent under other names; undefined if there are none. */
  toolNames?: ToolNames | undefined;
  /** The provider's id of the response, where it is passed to the client unchanged. */
  answerId: string | undefined;
  /** The id under which the gateway stores the response; undefined where it does not store it. */
  storedAs: string | undefined;
  /** Collects the reasoning that the provider expects back with the results of tools; undefined where it expects none. */
  thoughts?: ThoughtCollector;
  /** See `conversationFingerprint`; set together with `thoughts`. */
  conversation?: string;
  /** Whether an operation was performed as a conversation. */
  isConversation?: boolean;
  /** Encrypts the summary of a compaction for the caller; undefined for other responses. */
  seal?: ((summary: string) => string) | undefined;
  /** Whether the channel's system prompt was put before the client's own. */
  systemPromptBefore?: boolean;
  /** Estimated tokens of text from an earlier channel that this model was given to continue from. */
  prefilled?: number;
}

/** The outcome of an attempt that has not begun. @param requested the model of the request */
export function freshOutcome(
  channelId: number,
  key: ChannelKey,
  requested: string,
  upstreamModel: string,
  { countsCacheApart }: Provider,
): Outcome {
  return {
    channelId,
    key,
    upstreamModel,
    isModelMapped: upstreamModel !== requested,
    countsCacheApart: countsCacheApart === true,
    answered: false,
    firstDataMs: undefined,
    usage: undefined,
    meter: new OutputMeter(),
    reasoningEffort: undefined,
    answerId: undefined,
    storedAs: undefined,
  };
}
