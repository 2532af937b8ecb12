import { reportedTier, withUnread } from '../../canonical/usage.js';
import type { UsageReport } from '../../canonical/usage-reports.js';
import { count, isRecord, list, record, type UnknownRecord } from '../../json/lenient.js';
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
 */
export function readUsage(value: unknown, service: Service = {}): UsageReport | undefined {
  if (!isRecord(value)) return undefined;
  const usage = readCounts(value);
  const searches = count(record(value.server_tool_use).web_search_requests);
  if (searches) usage.more = { tools: { web_search: searches } };
  const tier = tierOf(value, service);
  if (tier !== undefined) usage.serviceTier = tier;
  const iterations = list(value.iterations).slice(0, MAX_STEPS).filter(isRecord);
  const report = iterations.length > 0 ? withIterations(usage, iterations) : usage;
  return Object.keys(report).length > 0 ? withUnread(report, anthropicFacts.usage.unread(value)) : report;
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
