import { count, isRecord, list, record, text, type Loose } from '../../json/lenient.js';
import { inputTotal, noUsage, serviceTierOf, type Usage, type UsageStep } from '../../canonical/usage.js';

/** Kinds of iterations that are the answer itself; all others are billed besides. */
const ANSWER = 'message';
const FALLBACK = 'fallback_message';
/** More steps than this are no honest report. */
const MAX_STEPS = 64;
const MAX_NAME = 64;

/**
 * Anthropic's input excludes both cache numbers, as ours does. Only the fields that are there are read. Where the answer
 * took several iterations, compactions and advisors are not in the top-level numbers, but are billed
 * (https://platform.claude.com/docs/en/build-with-claude/compaction): they become steps.
 */
export function readUsage(value: unknown): Partial<Usage> | undefined {
  if (!isRecord(value)) return undefined;
  const usage = readClasses(value);
  // Fetching pages costs nothing but tokens; https://platform.claude.com/docs/en/about-claude/pricing
  const searches = count(record(value.server_tool_use).web_search_requests);
  if (searches) usage.more = { tools: { web_search: searches } };
  // Fast mode is told apart from the tiers, but is priced like one.
  const tier = value.speed === 'fast' ? 'fast' : serviceTierOf(value.service_tier);
  if (tier !== undefined) usage.serviceTier = tier;
  const iterations = list(value.iterations).slice(0, MAX_STEPS).filter(isRecord);
  return iterations.length > 0 ? withIterations(usage, iterations) : usage;
}

function readClasses(value: Loose): Partial<Usage> {
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
  return usage;
}

/**
 * The answer's own iterations are the classes: what the top level says, or their sum where that is more. When another
 * model took over, the top level is that one's, and its iteration names it.
 */
function withIterations(top: Partial<Usage>, iterations: readonly Loose[]): Partial<Usage> {
  const own = noUsage();
  const steps: UsageStep[] = [];
  let tookOver = false;
  let said = false;
  for (const iteration of iterations) {
    const kind = text(iteration.type).slice(0, MAX_NAME);
    const usage = { ...noUsage(), ...readClasses(iteration) };
    const model = text(iteration.model).slice(0, MAX_NAME);
    if (kind === ANSWER || kind === '') {
      said = true;
      for (const name of CLASSES) own[name] += usage[name];
      continue;
    }
    if (kind === FALLBACK) tookOver = true;
    if (inputTotal(usage) + usage.output > 0) steps.push({ kind, ...(model && { model }), usage });
  }
  const usage = { ...top };
  for (const name of CLASSES)
    if (tookOver) usage[name] = own[name];
    else if (said) usage[name] = Math.max(own[name], top[name] ?? 0);
  if (steps.length > 0) usage.more = { ...top.more, steps };
  return usage;
}

const CLASSES = ['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'output'] as const;
