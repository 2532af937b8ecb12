import type { RenderContext } from '../../dialects/protocols/protocol.js';
import { known, type RelayContext } from './context.js';

/** The parts of the request that a protocol may include in its response. */
export function renderContext({ exchange, read, plan, storedAs, continued }: RelayContext): RenderContext {
  const { model, includeUsage } = known(read);
  return {
    model,
    includeUsage,
    createdAt: Math.floor(exchange.startedAt / 1000),
    inputTokens: known(plan).promptTokens,
    request: exchange.body,
    storedAs,
    continued,
  };
}
