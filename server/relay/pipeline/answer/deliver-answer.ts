import type { CanonicalResponse } from '../../../dialects/canonical/events.js';
import { unfoldAnswer } from '../../../dialects/canonical/fold.js';
import { answerWithThinkingAsText } from '../../../dialects/canonical/thinking.js';
import { record } from '../../../dialects/json/lenient.js';
import { divided, type Usage } from '../../../dialects/canonical/usage.js';
import type { UpstreamHeaders } from '../../../dialects/kit/provider.js';
import { endStream } from '../client/array-framing.js';
import { jsonHeaders, pushCharge } from '../client/headers.js';
import { invalidResponse } from './invalid-response.js';
import { endWithCost, scanResponse, withCost } from './stated-cost.js';
import type { Receiver } from './receiver.js';
import { renderContext } from '../client/render-context.js';

/** Longest body, in bytes, that is sent in one write with its head. */
const ONE_PIECE_BYTES = 16 * 1024;

/**
 * Completes a response that was collected, in the mode and the protocol of the client.
 * @param passed the provider's own bytes, where the client gets these
 * @throws UpstreamError for a compaction without a summary
 */
export function deliverAnswer(
  receiver: Receiver,
  answer: CanonicalResponse,
  headers: UpstreamHeaders,
  passed?: Buffer,
): void {
  const { outcome, request, attempt } = receiver;
  // A compaction replaces the conversation, so one without a summary would lose it.
  if (outcome.seal && !answer.parts.some((part) => part.type === 'text' && part.text.trim() !== ''))
    throw invalidResponse('the answer holds no summary', 'empty_answer');
  if (answer.usage) answer.usage = divided(answer.usage, Math.ceil(outcome.meter.tokens));
  outcome.usage = answer.usage;
  const showsThinking = attempt.channel.setting.thinkingToContent && !outcome.seal;
  const shown = showsThinking ? answerWithThinkingAsText(answer) : answer;
  if (request.params.stream) asStream(receiver, shown, headers);
  else asDocument(receiver, shown, headers, passed);
}

function asStream(receiver: Receiver, answer: CanonicalResponse, headers: UpstreamHeaders): void {
  const { request, scope, outcome } = receiver;
  receiver.commit(headers);
  const renderer = request.exchange.protocol.stream(renderContext(request, outcome));
  for (const event of unfoldAnswer(answer)) receiver.write(renderer.event(event));
  receiver.complete(
    (usage, cost) => endStream(scope, endWithCost(request, renderer.end(usage), cost)),
    outcome.storedAs === undefined ? undefined : renderer.whole?.bind(renderer),
  );
}

function asDocument(
  receiver: Receiver,
  answer: CanonicalResponse,
  headers: UpstreamHeaders,
  passed: Buffer | undefined,
): void {
  const { request, outcome, attempt } = receiver;
  const { includeCost } = request.params;
  const { response, requestId, protocol, operation } = request.exchange;
  const render = renderContext(request, outcome);
  let rendered: object | undefined;
  const whole = () => (rendered ??= (operation?.viaChat ?? protocol).answer(answer, render));
  // Rendered before the charge: a response that cannot be rendered costs nothing, and another channel may be tried.
  const prepared = passed ?? Buffer.from(JSON.stringify(whole()));
  const scanned = passed && includeCost ? scanResponse(passed) : undefined;
  const sendEnd = (usage: Usage, cost: number | undefined) => {
    let body = prepared;
    if (!answer.usage && (!passed || includeCost)) {
      // The client is told what it was charged, as in a stream.
      answer.usage = usage;
      rendered = undefined;
      if (!passed) body = Buffer.from(JSON.stringify(whole()));
    }
    if (includeCost) body = withCost(scanned ?? scanResponse(body), cost, () => record(whole()).usage);
    response.writeHead(
      200,
      pushCharge(jsonHeaders(requestId, body.length, headers), cost, attempt.channel.type),
    );
    // Node sends the head and a latin1 string in one write, which is cheaper for short bodies.
    if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1');
    else response.end(body);
  };
  receiver.complete(sendEnd, outcome.storedAs === undefined ? undefined : whole);
}
