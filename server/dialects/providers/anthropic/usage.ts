import { count, isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { inputTotal, noUsage, serviceTierOf, type Usage, type UsageStep } from '../../canonical/usage.js';

/** Kind of the iterations that are the response itself; other kinds are billed in addition. */
const ANSWER = 'message';
const FALLBACK = 'fallback_message';
/** Upper bound of the steps in a plausible report. */
const MAX_STEPS = 64;
const MAX_NAME = 64;

/**
 * Anthropic's input tokens exclude cache reads and writes, like our usage classes. Only reported fields are set. If the
 * response took several iterations, compactions and advisors are missing from the top-level counts but are billed
 * (https://platform.claude.com/docs/en/build-with-claude/compaction): they become steps.
 */
export function readUsage(value: unknown): Partial<Usage> | undefined {
  if (!isRecord(value)) return undefined;
  const usage = readClasses(value);
  // Web fetches cost nothing but their tokens: https://platform.claude.com/docs/en/about-claude/pricing
  const searches = count(record(value.server_tool_use).web_search_requests);
  if (searches) usage.more = { tools: { web_search: searches } };
  // Fast mode is reported separately from service tiers, but is priced like one.
  const tier = value.speed === 'fast' ? 'fast' : serviceTierOf(value.service_tier);
  if (tier !== undefined) usage.serviceTier = tier;
  const iterations = list(value.iterations).slice(0, MAX_STEPS).filter(isRecord);
  return iterations.length > 0 ? withIterations(usage, iterations) : usage;
}

function readClasses(value: UnknownRecord): Partial<Usage> {
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
    // Cache writes without a lifetime count as the cheaper 5-minute kind.
    const rest = Math.max(0, (written ?? 0) - (short ?? 0) - (long ?? 0));
    usage.cacheWrite5m = (short ?? 0) + rest;
    usage.cacheWrite1h = long ?? 0;
  }
  return usage;
}

/**
 * The usage classes are those of the response's own iterations: the top-level counts, or the iterations' sum if it is
 * larger. If another model took over, the top-level counts are that model's, and its iteration contains its name.
 */
function withIterations(top: Partial<Usage>, iterations: readonly UnknownRecord[]): Partial<Usage> {
  const own = noUsage();
  const steps: UsageStep[] = [];
  let tookOver = false;
  let hasOwn = false;
  for (const iteration of iterations) {
    const kind = text(iteration.type).slice(0, MAX_NAME);
    const usage = { ...noUsage(), ...readClasses(iteration) };
    const model = text(iteration.model).slice(0, MAX_NAME);
    if (kind === ANSWER || kind === '') {
      hasOwn = true;
      for (const name of CLASSES) own[name] += usage[name];
      continue;
    }
    if (kind === FALLBACK) tookOver = true;
    if (inputTotal(usage) + usage.output > 0) steps.push({ kind, ...(model && { model }), usage });
  }
  const usage = { ...top };
  for (const name of CLASSES)
    if (tookOver) usage[name] = own[name];
    else if (hasOwn) usage[name] = Math.max(own[name], top[name] ?? 0);
  if (steps.length > 0) usage.more = { ...top.more, steps };
  return usage;
}

const CLASSES = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output'] as const;
