import type { Citation } from '../../canonical/citations.js';
import type { AnswerPart, CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { requireFinish } from '../../canonical/finish.js';
import { argumentsText } from '../../canonical/conversation/nesting.js';
import { usageOf } from '../../canonical/usage-reports.js';
import { serviceTierOf, type Usage } from '../../canonical/usage.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { readCitation } from './citations.js';
import { bedrockFacts } from './facts.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/** @throws UpstreamError for an error inside a 2xx response, or a body that is no response of Converse */
export function readAnswer(body: unknown): CanonicalResponse {
  const { output, stopReason, usage, serviceTier } = record(body);
  const { message } = record(output);
  if (!isRecord(message) || !Array.isArray(message.content))
    throw new UpstreamError(innerError(record(body)) ?? invalidResponse('the answer is not a message'));
  const parts = message.content.flatMap((block: unknown) => readBlock(record(block)));
  const callsTools = parts.some(({ type }) => type === 'tool-call');
  const citations = citationsOf(message.content);
  return {
    // Converse reports neither an id nor a model.
    id: '',
    model: '',
    parts,
    ...(citations.length > 0 && { citations }),
    finish: requireFinish(bedrockFacts.finish.classOf(text(stopReason)), text(stopReason), callsTools),
    usage: wholeUsage(usage, serviceTier),
  };
}

/** Blocks of tools that run at AWS are dropped: no other protocol can represent them. */
function readBlock(block: UnknownRecord): AnswerPart[] {
  if (typeof block.text === 'string') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
  if (isRecord(block.reasoningContent)) return readReasoning(block.reasoningContent);
  if (isRecord(block.citationsContent)) {
    const cited = citedText(block.citationsContent);
    return cited === '' ? [] : [{ type: 'text', text: cited }];
  }
  const { toolUse } = block;
  if (!isRecord(toolUse) || toolUse.type === 'server_tool_use') return [];
  return [
    {
      type: 'tool-call',
      id: text(toolUse.toolUseId),
      name: text(toolUse.name),
      arguments: argumentsText(toolUse.input),
    },
  ];
}

function citedText({ content }: UnknownRecord): string {
  return list(content)
    .map((part) => text(record(part).text))
    .join('');
}

/** A citation refers to the whole block that holds it. */
function citationsOf(content: readonly unknown[]): Citation[] {
  const citations: Citation[] = [];
  let start = 0;
  for (const block of content.map(record)) {
    const cited = record(block.citationsContent);
    const end = start + (text(block.text) || citedText(cited)).length;
    citations.push(...list(cited.citations).flatMap((one) => readCitation(one, { start, end }) ?? []));
    start = end;
  }
  return citations;
}

function readReasoning({ reasoningText, redactedContent }: UnknownRecord): AnswerPart[] {
  if (typeof redactedContent === 'string') return [{ type: 'reasoning-redacted', data: redactedContent }];
  if (!isRecord(reasoningText)) return [];
  return [
    {
      type: 'reasoning',
      text: text(reasoningText.text),
      signature: text(reasoningText.signature) || undefined,
    },
  ];
}

function wholeUsage(value: unknown, serviceTier: unknown): Usage | undefined {
  const usage = readUsage(value);
  if (!usage) return undefined;
  const tier = serviceTierOf(record(serviceTier).type);
  return { ...usageOf(usage), ...(tier !== undefined && { serviceTier: tier }) };
}
