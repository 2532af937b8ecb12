import type { Citation } from '../../canonical/citations.js';
import type { AnswerPart, CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { requireFinish, type FinishClass } from '../../canonical/finish.js';
import { argumentsText } from '../../canonical/conversation/nesting.js';
import { usageOf } from '../../canonical/usage-reports.js';
import type { Usage } from '../../canonical/usage.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { anthropicFacts } from './facts.js';
import { readCitation } from './citations.js';
import { innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { readUsage } from './usage.js';

/** @throws UpstreamError for an error inside a 200 response, or a body that is not a message */
export function readAnswer(body: unknown): CanonicalResponse {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a message'));
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  if (!Array.isArray(body.content)) throw new UpstreamError(invalidResponse('the answer is not a message'));
  const parts = body.content.flatMap(readBlock);
  const isJson = body.content.some((block: unknown) => record(block).name === JSON_TOOL);
  const citations = citationsOf(body.content);
  const callsTools = parts.some(({ type }) => type === 'tool-call');
  const raw = text(body.stop_reason);
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    ...(citations.length > 0 && { citations }),
    finish: {
      ...requireFinish(stopClass(raw, isJson && !callsTools), raw, false),
      stopSequence: text(body.stop_sequence) || undefined,
    },
    usage: wholeUsage(body),
  };
}

/** A citation refers to the whole text block that holds it. */
function citationsOf(content: readonly unknown[]): Citation[] {
  const citations: Citation[] = [];
  let start = 0;
  for (const block of content.map(record)) {
    if (block.type !== 'text') continue;
    const end = start + text(block.text).length;
    citations.push(...list(block.citations).flatMap((one) => readCitation(one, { start, end }) ?? []));
    start = end;
  }
  return citations;
}

/** Blocks of server-side tools are dropped: no other protocol can represent them. */
function readBlock(item: unknown): AnswerPart[] {
  const block = record(item);
  switch (block.type) {
    case 'text':
      return text(block.text) === '' ? [] : [{ type: 'text', text: text(block.text) }];
    case 'thinking':
      return [
        { type: 'reasoning', text: text(block.thinking), signature: text(block.signature) || undefined },
      ];
    case 'redacted_thinking':
      return [{ type: 'reasoning-redacted', data: text(block.data) }];
    case 'tool_use':
      if (block.name === JSON_TOOL) return [{ type: 'text', text: JSON.stringify(block.input ?? {}) }];
      return [
        {
          type: 'tool-call',
          id: text(block.id),
          name: text(block.name),
          arguments: argumentsText(block.input),
        },
      ];
    default:
      return [];
  }
}

function wholeUsage(body: UnknownRecord): Usage | undefined {
  const usage = readUsage(body.usage, {}, body.container);
  return usage && Object.keys(usage).length > 0 ? usageOf(usage) : undefined;
}

/**
 * The class of a stop reason (https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons).
 * @param isJson whether JSON_TOOL was called and no tool of the client: such a response ends normally, not with a tool call
 */
export function stopClass(raw: string, isJson: boolean): FinishClass {
  const reason = anthropicFacts.finish.classOf(raw);
  return reason === 'tool-calls' && isJson ? 'stop' : reason;
}
