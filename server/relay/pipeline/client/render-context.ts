import type { RenderContext } from '../../../dialects/protocols/protocol.js';
import type { Outcome } from '../answer/outcome.js';
import type { Reserved } from '../stages.js';

/** The parts of the request that a protocol may include in its response. */
export function renderContext(
  { exchange, params, plan, body, previous }: Reserved,
  { storedAs, seal }: Outcome,
): RenderContext {
  const { model, includeUsage } = params;
  return {
    model,
    includeUsage,
    createdAt: Math.floor(exchange.startedAt / 1000),
    inputTokens: plan.promptTokens,
    request: body,
    storedAs,
    seal,
    continued: previous.continuedId,
  };
}
