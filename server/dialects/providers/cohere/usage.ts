import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { count, record } from '../../json/lenient.js';
import { cohereFacts, cohereMetaFacts } from './facts.js';

/**
 * Tokens that Cohere bills, or those that it processed if it bills none. Billed input excludes the tokens of its own
 * instructions. Cached tokens have no price of their own and are part of the processed ones only, so they are not reported.
 * https://docs.cohere.com/docs/how-does-cohere-pricing-work
 * @param value `meta` of a response
 */
export function readUsage(value: unknown): Usage | undefined {
  return withUnread(countsOf(value), cohereMetaFacts.usage.unread(value));
}

/** The same of a chat response. @param value its `usage` */
export function readChatUsage(value: unknown): Usage | undefined {
  return withUnread(countsOf(value), cohereFacts.usage.unread(value));
}

function countsOf(value: unknown): Usage | undefined {
  const { billed_units: billed, tokens } = record(value);
  return tokensOf(billed) ?? tokensOf(tokens);
}

function tokensOf(value: unknown): Usage | undefined {
  const { input_tokens: input, output_tokens: output } = record(value);
  const usage = { ...noUsage(), input: count(input) ?? 0, output: count(output) ?? 0 };
  return usage.input + usage.output > 0 ? usage : undefined;
}
