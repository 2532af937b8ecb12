import {
  reportedTier,
  serviceTierOf,
  withUnread,
  type Unread,
  type Usage,
  type UsageMore,
} from '../../../canonical/usage.js';
import { isRecord, type UnknownRecord } from '../../../json/lenient.js';
import type { TokenCounts } from '../../facts/declared-facts.js';
import type { UsageMembers } from '../../facts/usage-members.js';
import { openaiFacts } from '../default-facts.js';
import { reportedTools, ToolReports, type ShownCall } from './reported-tools.js';
import { hasCounts, inputOf } from '../token-counts.js';

/**
 * OpenAI's counts include cached tokens and reasoning; canonical classes are disjoint. Undefined if no tokens are reported.
 * Models with other media than text report the tokens of each medium separately.
 */
export function readUsage(value: unknown, members = openaiFacts.usage): Usage | undefined {
  return withUnread(classesOf(members.counts(value), members), members.unread(value));
}

/**
 * Usage of a response with output. A total alone does not show how much of it is output: see `undivided`.
 * @param value `usage` of a chat completion, a completion or a response
 * @param shown calls of the provider's tools that the response shows elsewhere
 */
export function readAnswerUsage(
  value: unknown,
  members = openaiFacts.usage,
  shown?: readonly ShownCall[],
): Usage | undefined {
  const usage = answerUsage(members.counts(value), members);
  return withUnread(usage && withTools(usage, reportedTools(value, members, shown)), members.unread(value));
}

/**
 * The usage reports of one stream. Counts are cumulative; what a report leaves out stays, because the classes are differences
 * of counts that need not arrive together: some providers repeat the sums in every chunk, and their parts in the last one.
 */
export class StreamUsage {
  private readonly counts: TokenCounts = {};
  private readonly tools: ToolReports;
  private unread: Unread | undefined;
  private isPending = false;

  constructor(private readonly members: UsageMembers) {
    this.tools = new ToolReports(members);
  }

  /** @returns whether it reports tokens */
  add(value: unknown): boolean {
    if (!isRecord(value)) return false;
    const report = this.members.counts(value);
    if (this.tools.add(value)) this.isPending = true;
    // Zeros only: the upstream did not count.
    if (!Object.values(report).some(Boolean)) return false;
    Object.assign(this.counts, report);
    this.unread = this.members.unread(value) ?? this.unread;
    this.isPending = true;
    return true;
  }

  /** Reports of an event that are not in its `usage`. */
  addElsewhere(event: UnknownRecord): void {
    for (const { group, member } of this.members.elsewhere) {
      const outer = event[group];
      if (isRecord(outer)) this.add(outer[member]);
    }
  }

  addShown(calls: readonly ShownCall[]): void {
    if (this.tools.addShown(calls)) this.isPending = true;
  }

  /** The usage so far, once per report: only the last one need be divided into classes. */
  take(tier: unknown): Partial<Usage> | undefined {
    if (!this.isPending) return undefined;
    this.isPending = false;
    const serviceTier = reportedTier(tier);
    const counted = withUnread(answerUsage(this.counts, this.members), this.unread);
    const tools = this.tools.take();
    // A provider that does not count tokens may still bill its tools.
    if (!counted) return tools && { more: { tools } };
    const usage = withTools(counted, tools);
    return serviceTier !== undefined ? { ...usage, serviceTier } : usage;
  }
}

/** The usage with the service tier that the response states, unless it is the default one. */
export function served(usage: Usage | undefined, tier: unknown): Usage | undefined {
  const serviceTier = serviceTierOf(tier);
  return usage && serviceTier !== undefined ? { ...usage, serviceTier } : usage;
}

function withTools(usage: Usage, tools: UsageMore['tools']): Usage {
  return tools ? { ...usage, more: { ...usage.more, tools } } : usage;
}

function answerUsage(counts: TokenCounts, members: UsageMembers): Usage | undefined {
  const { input, output, total = 0 } = counts;
  if (output !== undefined) return classesOf(counts, members);
  if (input !== undefined) return classesOf({ ...counts, output: Math.max(0, total - input) }, members);
  const usage = classesOf(counts, members);
  return usage && { ...usage, more: { ...usage.more, undivided: true } };
}

function classesOf(counts: TokenCounts, { reasoningIsBeside }: UsageMembers): Usage | undefined {
  if (!hasCounts(counts)) return undefined;
  const prompt = inputOf(counts);
  const { output = 0, total = 0 } = counts;
  const completion = reasoningIsBeside
    ? Math.max(output, total - prompt)
    : output + reasoningBeside(counts, prompt, output);
  const cacheRead = Math.min(prompt, counts.cached ?? 0);
  const cacheWrite = Math.min(prompt - cacheRead, counts.written ?? 0);
  const reasoning = Math.min(completion, counts.reasoning ?? 0);
  const inputAudio = counts.inputAudio ?? 0;
  const audioCacheRead = Math.min(cacheRead, inputAudio, counts.cachedAudio ?? 0);
  const audioInput = Math.min(prompt - cacheRead - cacheWrite, inputAudio - audioCacheRead);
  // Videos are images to the models that see them, and cost as much (https://help.aliyun.com/zh/model-studio/qwen-omni).
  const seen = Math.max(0, (counts.inputImage ?? 0) + (counts.inputVideo ?? 0) - (counts.cachedImage ?? 0));
  const imageInput = Math.min(prompt - cacheRead - cacheWrite - audioInput, seen);
  const audioOutput = Math.min(completion - reasoning, counts.outputAudio ?? 0);
  const imageOutput = Math.min(completion - reasoning - audioOutput, counts.outputImage ?? 0);
  const usage: Usage = {
    input: prompt - cacheRead - cacheWrite - audioInput - imageInput,
    cacheRead: cacheRead - audioCacheRead,
    cacheWrite5m: cacheWrite,
    cacheWrite1h: 0,
    output: completion - reasoning - audioOutput - imageOutput,
    reasoning,
  };
  if (audioInput + audioOutput > 0) usage.more = { audioInput, audioOutput };
  if (imageInput > 0) usage.more = { ...usage.more, imageInput };
  if (imageOutput > 0) usage.more = { ...usage.more, imageOutput };
  if (audioCacheRead > 0) usage.more = { ...usage.more, audioCacheRead };
  return usage;
}

/**
 * Reasoning that the output excludes, though it is billed as output, behind a gateway that does not say which provider
 * answered. The total shows this: it is the sum of all three, or it exceeds prompt and completion while there is more
 * reasoning than completion.
 */
function reasoningBeside(
  { total = 0, reasoning = 0 }: TokenCounts,
  prompt: number,
  completion: number,
): number {
  const beside =
    total === prompt + completion + reasoning || (reasoning > completion && total > prompt + completion);
  return reasoning > 0 && beside ? reasoning : 0;
}
