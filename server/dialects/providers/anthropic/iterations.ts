import { inputTotal, outputTotal, type UsageStep } from '../../canonical/usage.js';
import { usageOf, type UsageReport } from '../../canonical/usage-reports.js';
import { count, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Kind of the iterations that are the response itself; other kinds are billed in addition. */
const ANSWER = 'message';
/** The attempt of the model that took over from one that declined; the declined attempts are of kind `message`. */
const FALLBACK = 'fallback_message';
const MAX_NAME = 64;

/** One model call of `usage.iterations`. */
interface Iteration {
  readonly kind: string;
  readonly model: string;
  readonly counts: UsageReport;
}

/** The token counts of a usage object or of one iteration. `output_tokens` includes thinking. */
export function readCounts(value: UnknownRecord): UsageReport {
  const usage: UsageReport = {};
  const input = count(value.input_tokens);
  if (input !== undefined) usage.input = input;
  const read = count(value.cache_read_input_tokens);
  if (read !== undefined) usage.cacheRead = read;
  const output = count(value.output_tokens);
  if (output !== undefined) usage.output = output;
  const thinking = count(record(value.output_tokens_details).thinking_tokens);
  if (output !== undefined && thinking) {
    usage.reasoning = Math.min(thinking, output);
    usage.output = output - usage.reasoning;
  }
  const written = count(value.cache_creation_input_tokens);
  const split = record(value.cache_creation);
  const short = count(split.ephemeral_5m_input_tokens);
  const long = count(split.ephemeral_1h_input_tokens);
  if (short !== undefined) usage.cacheWrite5m = short;
  if (long !== undefined) usage.cacheWrite1h = long;
  if (written !== undefined) usage.cacheWrite = written;
  return usage;
}

/**
 * The report with its iterations. Its own counts are those of the model that wrote the response; compactions, advisors and
 * declined attempts are missing from the top-level counts, but are billed
 * (https://platform.claude.com/docs/en/build-with-claude/compaction,
 * https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback): they become steps.
 */
export function withIterations(top: UsageReport, reported: readonly UnknownRecord[]): UsageReport {
  const iterations = reported.map((iteration) => ({
    kind: text(iteration.type).slice(0, MAX_NAME) || ANSWER,
    model: text(iteration.model).slice(0, MAX_NAME),
    counts: readCounts(iteration),
  }));
  const served = iterations.findLast(({ kind }) => kind === FALLBACK);
  return served ? servedByOther(top, iterations, served) : servedAsRequested(top, iterations);
}

/** The top-level counts, or the sum of the iterations where that is larger. */
function servedAsRequested(top: UsageReport, iterations: readonly Iteration[]): UsageReport {
  const own = iterations.filter(({ kind }) => kind === ANSWER);
  const others = iterations.filter(({ kind }) => kind !== ANSWER);
  const usage = own.length === 0 ? { ...top } : larger(top, sumOf(own));
  return withMore(
    usage,
    top,
    stepsOf(others, ({ model }) => model),
  );
}

/**
 * Another model took over: the top-level counts are that model's, and its price applies to them. The first iteration is that
 * of the requested model.
 */
function servedByOther(top: UsageReport, iterations: readonly Iteration[], served: Iteration): UsageReport {
  const isServing = ({ kind, model }: Iteration) => kind === FALLBACK && model === served.model;
  const own = sumOf(iterations.filter(isServing));
  const requested = iterations.find(({ kind }) => kind === ANSWER)?.model;
  const steps = stepsOf(
    iterations.filter((iteration) => !isServing(iteration)),
    ({ kind, model }) => (kind === ANSWER && model === requested ? '' : model),
  );
  const usage = isEmpty(own) ? { ...top } : { ...withoutCounts(top), ...own };
  return withMore(usage, top, steps, served.model);
}

function withMore(usage: UsageReport, top: UsageReport, steps: UsageStep[], servedBy = ''): UsageReport {
  if (steps.length === 0 && servedBy === '') return usage;
  return {
    ...usage,
    more: { ...top.more, ...(steps.length > 0 && { steps }), ...(servedBy !== '' && { servedBy }) },
  };
}

function stepsOf(iterations: readonly Iteration[], modelOf: (iteration: Iteration) => string): UsageStep[] {
  return iterations
    .map((iteration) => ({
      kind: iteration.kind,
      ...(modelOf(iteration) !== '' && { model: modelOf(iteration) }),
      usage: usageOf(iteration.counts),
    }))
    .filter(({ usage }) => inputTotal(usage) + outputTotal(usage) > 0);
}

/** The sums of what these iterations name. */
function sumOf(iterations: readonly Iteration[]): UsageReport {
  const sum: UsageReport = {};
  for (const { counts } of iterations)
    for (const name of COUNTS) if (counts[name] !== undefined) sum[name] = (sum[name] ?? 0) + counts[name];
  return sum;
}

function isEmpty(counts: UsageReport): boolean {
  return COUNTS.every((name) => !counts[name]);
}

/** The larger counts of both; cache writes by their sum, because only one of the two need divide them into lifetimes. */
function larger(top: UsageReport, own: UsageReport): UsageReport {
  const usage: UsageReport = { ...top };
  for (const name of ['input', 'cacheRead'] as const)
    if (own[name] !== undefined) usage[name] = Math.max(own[name], top[name] ?? 0);
  const inOwn = (own.output ?? 0) + (own.reasoning ?? 0);
  const inTop = (top.output ?? 0) + (top.reasoning ?? 0);
  if (inOwn > inTop) {
    usage.reasoning = Math.max(own.reasoning ?? 0, top.reasoning ?? 0);
    usage.output = inOwn - usage.reasoning;
  }
  if (written(own) > written(top)) {
    const { cacheWrite, cacheWrite5m, cacheWrite1h } = own;
    return { ...withoutWrites(usage), ...defined({ cacheWrite, cacheWrite5m, cacheWrite1h }) };
  }
  if (divided(top) === 0 && divided(own) > 0)
    Object.assign(usage, defined({ cacheWrite5m: own.cacheWrite5m, cacheWrite1h: own.cacheWrite1h }));
  return usage;
}

function written(counts: UsageReport): number {
  return Math.max(counts.cacheWrite ?? 0, divided(counts));
}

function divided({ cacheWrite5m = 0, cacheWrite1h = 0 }: UsageReport): number {
  return cacheWrite5m + cacheWrite1h;
}

function withoutCounts(usage: UsageReport): UsageReport {
  const { input: _1, cacheRead: _2, output: _3, reasoning: _4, ...rest } = withoutWrites(usage);
  return rest;
}

function withoutWrites(usage: UsageReport): UsageReport {
  const { cacheWrite: _1, cacheWrite5m: _2, cacheWrite1h: _3, ...rest } = usage;
  return rest;
}

function defined(counts: UsageReport): UsageReport {
  return Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens !== undefined));
}

const COUNTS = [
  'input',
  'cacheRead',
  'cacheWrite',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'reasoning',
] as const;
