import type { ChannelKeyReference } from '#contract/resources/channels/channel';
import { errorText } from '../../text/error-text';

/** Why a reference cannot be read, in the console's language. */
export function referenceProblem({
  reference,
  problem,
}: Pick<ChannelKeyReference, 'reference' | 'problem'>): string {
  return errorText({ message: `${reference}: ${problem}`, code: problem, params: { reference } });
}
