import { count, isRecord, record } from '../../json/loose.js';
import { serviceTierOf, type Usage } from '../../hub/usage.js';

/** Anthropic's input excludes both cache numbers, as the hub's does. Only the fields that are there are read. */
export function readUsage(value: unknown): Partial<Usage> | undefined {
  if (!isRecord(value)) return undefined;
  const usage: Partial<Usage> = {};
  const input = count(value.input_tokens);
  if (input !== undefined) usage.input = input;
  const read = count(value.cache_read_input_tokens);
  if (read !== undefined) usage.cacheRead = read;
  const output = count(value.output_tokens);
  if (output !== undefined) usage.output = output;
  const written = count(value.cache_creation_input_tokens);
  const split = record(value.cache_creation);
  const short = count(split.ephemeral_5m_input_tokens);
  const long = count(split.ephemeral_1h_input_tokens);
  if (written !== undefined || short !== undefined || long !== undefined) {
    // What is not split counts as the cheaper, shorter kind.
    const rest = Math.max(0, (written ?? 0) - (short ?? 0) - (long ?? 0));
    usage.cacheWrite5m = (short ?? 0) + rest;
    usage.cacheWrite1h = long ?? 0;
  }
  // Fetching pages costs nothing but tokens; https://platform.claude.com/docs/en/about-claude/pricing
  const searches = count(record(value.server_tool_use).web_search_requests);
  if (searches) usage.more = { tools: { web_search: searches } };
  // Fast mode is told apart from the tiers, but is priced like one.
  const tier = value.speed === 'fast' ? 'fast' : serviceTierOf(value.service_tier);
  if (tier !== undefined) usage.serviceTier = tier;
  return usage;
}
