import { reportedTier, withUnread, type UsageMore } from '../../canonical/usage.js';
import type { UsageReport } from '../../canonical/usage-reports.js';
import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { anthropicFacts } from './facts.js';
import { readCounts, withIterations } from './iterations.js';

/** Upper bound of the steps in a plausible report. */
const MAX_STEPS = 64;

/** How a response was served, as its reports state it: the members are priced together, but need not be repeated. */
export interface Service {
  speed?: unknown;
  tier?: unknown;
  geo?: unknown;
}

/**
 * Anthropic's input tokens exclude cache reads and writes, like our usage classes. Only reported fields are set. If the
 * response took several iterations, compactions, advisors and refused attempts become steps.
 * @param service what earlier reports of the same response stated; what this one states is added
 * @param container of the message, or of the event that ends it
 */
export function readUsage(
  value: unknown,
  service: Service = {},
  container?: unknown,
): UsageReport | undefined {
  if (!isRecord(value)) return undefined;
  const usage = readCounts(value);
  const tools = toolsOf(value, container);
  if (tools) usage.more = { tools };
  const tier = tierOf(value, service);
  if (tier !== undefined) usage.serviceTier = tier;
  const iterations = list(value.iterations).slice(0, MAX_STEPS).filter(isRecord);
  const report = iterations.length > 0 ? withIterations(usage, iterations) : usage;
  return Object.keys(report).length > 0 ? withUnread(report, anthropicFacts.usage.unread(value)) : report;
}

/**
 * Searches, and the container in which code ran. Its time is billed, for at least five minutes, which is what one call of
 * `code_execution` costs; the time is not reported
 * (https://platform.claude.com/docs/en/about-claude/pricing#code-execution-tool).
 */
function toolsOf({ server_tool_use }: UnknownRecord, container: unknown): UsageMore['tools'] {
  const { web_search_requests, code_execution_requests } = record(server_tool_use);
  const searches = count(web_search_requests);
  const ranCode = count(code_execution_requests) || text(record(container).id) !== '';
  if (!searches && !ranCode) return undefined;
  return { ...(searches && { web_search: searches }), ...(ranCode && { code_execution: 1 }) };
}

/**
 * Fast mode and inference in the US only are reported separately from service tiers, but are priced like one; both together
 * are a tier of their own (https://platform.claude.com/docs/en/manage-claude/data-residency).
 */
function tierOf(usage: UnknownRecord, service: Service): string | undefined {
  const speed = (service.speed = usage.speed ?? service.speed);
  const named = (service.tier = usage.service_tier ?? service.tier);
  const geo = (service.geo = usage.inference_geo ?? service.geo);
  if (speed === 'fast') return geo === 'us' ? 'fast-us' : 'fast';
  const tier = reportedTier(named);
  return !tier && geo === 'us' ? 'us' : tier;
}
