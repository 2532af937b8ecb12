import { citationsByPart } from '../../canonical/fold.js';
import { CodePoints } from '../../canonical/code-points.js';
import type { AnswerPart, CanonicalResponse } from '../../canonical/events.js';
import { noUsage } from '../../canonical/usage.js';
import type { RenderContext } from '../protocol.js';
import { customInput } from '../../canonical/conversation/custom-tools.js';
import { renderAnnotation } from './annotations.js';
import {
  callItem,
  customItem,
  messageItem,
  outputText,
  reasoningItem,
  refusalPart,
  summaryText,
} from './output.js';
import { encryptedCallSignature, encryptedContent } from './encrypted-content.js';
import { ending, ResponseFrame, type Status } from './response.js';

export function renderAnswer(answer: CanonicalResponse, context: RenderContext): object {
  const frame = new ResponseFrame(answer, context);
  const { status, incompleteReason } = ending(answer.finish);
  return frame.show({
    status,
    incompleteReason,
    output: lastAs(status, items(answer, frame)),
    usage: answer.usage ?? { ...noUsage(), input: context.inputTokens },
  });
}

/** Consecutive texts and refusals form one message; every other part is an item of its own. */
function items({ parts, citations }: CanonicalResponse, frame: ResponseFrame): object[] {
  const cited = citationsByPart(parts, citations);
  const output: object[] = [];
  let content: object[] | undefined;
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') {
      if (!content) {
        content = [];
        output.push(messageItem(frame.itemId('msg', output.length), content, 'completed'));
      }
      const citations = cited.get(part);
      const points = citations && CodePoints.of(part.text);
      const annotations = points && citations.map((citation) => renderAnnotation(citation, points));
      content.push(part.type === 'text' ? outputText(part.text, annotations) : refusalPart(part.text));
      continue;
    }
    content = undefined;
    if (part.type === 'tool-call') {
      const signature = encryptedCallSignature(part);
      if (signature !== undefined)
        output.push(reasoningItem(frame.itemId('rs', output.length), [], signature));
      output.push(callOf(part, frame, output.length));
    } else output.push(thoughts(part, frame.itemId('rs', output.length)));
  }
  return output;
}

function callOf(
  part: Extract<AnswerPart, { type: 'tool-call' }>,
  frame: ResponseFrame,
  index: number,
): object {
  const tool = frame.clientTools.get(part.name);
  const call = { id: part.id, name: tool?.name ?? part.name, namespace: tool?.namespace };
  if (tool?.isCustom) {
    return customItem(frame.itemId('ctc', index), call, customInput(part.arguments), 'completed');
  }
  const callArguments = part.arguments === '' ? '{}' : part.arguments;
  return callItem(frame.itemId('fc', index), { ...call, arguments: callArguments }, 'completed');
}

/** The last item gets the status of the response; reasoning items have no status. */
function lastAs(status: Status, output: object[]): object[] {
  const last = output.at(-1);
  return last && 'status' in last ? [...output.slice(0, -1), { ...last, status }] : output;
}

function thoughts(
  part: Extract<AnswerPart, { type: 'reasoning' | 'reasoning-redacted' }>,
  id: string,
): object {
  if (part.type === 'reasoning-redacted') {
    return reasoningItem(id, [], encryptedContent({ of: 'redacted', data: part.data }));
  }
  const summary = part.text === '' ? [] : [summaryText(part.text)];
  if (!part.signature) return reasoningItem(id, summary, undefined);
  return reasoningItem(id, summary, encryptedContent({ of: 'thoughts', signature: part.signature }));
}
