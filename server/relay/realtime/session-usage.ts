import type { Price } from '../../billing/prices/price.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import type { Charged } from '../pipeline/settle/charged-usage.js';
import type { Ending } from '../pipeline/settle/endings.js';
import { bounded, type UsageBounds } from '../pipeline/settle/usage-bounds.js';

/** Expected output tokens of one response, for its hold. */
const AUDIO_RESPONSE = { output: 100, audioOutput: 300 };
const TEXT_RESPONSE = { output: 500, audioOutput: 0 };

/** The usage of one response: what the provider reported, and what was counted. */
export interface ResponseUsage {
  readonly reported: Usage | undefined;
  readonly counted: Usage;
}

/**
 * The usage to hold for before a response is requested.
 * @param conversation tokens of the conversation so far
 * @param pending input since the last response
 */
export function expectedUsage(conversation: Usage, pending: Usage, answersWithAudio: boolean): Usage {
  const { output, audioOutput } = answersWithAudio ? AUDIO_RESPONSE : TEXT_RESPONSE;
  return {
    ...noUsage(),
    input: conversation.input + pending.input,
    output,
    more: {
      audioInput: (conversation.more?.audioInput ?? 0) + (pending.more?.audioInput ?? 0),
      audioOutput,
    },
  };
}

/** Tokens of the conversation after a response with this usage, which the next response reads as input. */
export function conversationAfter({ input, cacheRead, output, reasoning, more }: Usage): Usage {
  return {
    ...noUsage(),
    input: input + cacheRead + output + reasoning,
    more: {
      audioInput: (more?.audioInput ?? 0) + (more?.audioCacheRead ?? 0) + (more?.audioOutput ?? 0),
    },
  };
}

/** With a price per call, all responses after the first are free. @param isPaid whether a response has been charged */
export function pricedOnce(usage: Usage, { modelPrice }: Price, isPaid: boolean): Usage {
  if (modelPrice === -1) return usage;
  return { ...usage, more: { ...usage.more, calls: isPaid ? 0 : 1 } };
}

/** The reported usage within its bounds, else the counted usage; nothing where the provider never responded. */
export function chargedOf(
  { reported, counted }: ResponseUsage,
  ending: Ending,
  answered: boolean,
  bounds: UsageBounds,
): Charged {
  if (reported) return { ...bounded(reported, bounds), source: 'upstream' };
  if (ending !== 'complete' && !answered) return { usage: noUsage(), source: 'none', implausible: undefined };
  return { usage: counted, source: 'estimated', implausible: undefined };
}
