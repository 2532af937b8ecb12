import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { count, record } from '../../json/lenient.js';
import { cohereFacts } from './facts.js';

/**
 * Tokens that Cohere bills, or those that it processed if it bills none. Billed input excludes the tokens of its own
 * instructions. Cached tokens have no price of their own and are part of the processed ones only, so they are not reported.
 * https://docs.cohere.com/docs/how-does-cohere-pricing-work
 * @param value `usage` of a chat response, `meta` of others
 */
export function readUsage(value: unknown): Usage | undefined {
  const { billed_units: billed, tokens } = record(value);
  return withUnread(tokensOf(billed) ?? tokensOf(tokens), cohereFacts.usage.unread(value));
}

function tokensOf(value: unknown): Usage | undefined {
  const { input_tokens: input, output_tokens: output } = record(value);
  const usage = { ...noUsage(), input: count(input) ?? 0, output: count(output) ?? 0 };
  return usage.input + usage.output > 0 ? usage : undefined;
}
