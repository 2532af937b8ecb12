import type { Usage } from '../../dialects/canonical/usage.js';
import type { StreamRenderer } from '../../dialects/protocols/protocol.js';
import type { Unfinished } from './continuation.js';
import type { RelayContext } from './context.js';
import { renderContext } from './render-context.js';

/** How an answer opened, as far as its provider reported it. */
export interface Opening {
  readonly id: string;
  readonly model: string;
}

/** A renderer in the place of a provider whose own bytes went to the client so far: the opening is not sent again. */
function rendererAfter(context: RelayContext, start: Opening): StreamRenderer {
  const renderer = context.exchange.protocol.stream(renderContext(context));
  renderer.event({ type: 'start', ...start });
  return renderer;
}

/**
 * What another channel may carry on from; undefined where the protocol's renderer cannot go on behind these events.
 * @param text all that the client has seen
 * @param last the last events that went to the client
 */
export function takenOver(
  context: RelayContext,
  start: Opening,
  text: string,
  last: Buffer,
): Unfinished | undefined {
  const renderer = rendererAfter(context, start);
  renderer.event({ type: 'text-delta', text });
  if (renderer.resume && !renderer.resume(last)) return undefined;
  if (renderer.failed) context.failed = (error) => renderer.failed?.(error) ?? '';
  return { text, renderer };
}

/** Prepares the error that ends a stream, where the protocol's error must go on behind the provider's last events. */
export function prepareFailure(context: RelayContext, start: Opening, last: Buffer | undefined): void {
  const renderer = rendererAfter(context, start);
  if (renderer.failed) context.failed = (error) => renderer.failed?.(error, last) ?? '';
}

/** The end of a stream whose provider did not report the usage that the client asked for. */
export function endWithUsage(context: RelayContext, start: Opening, finished: boolean, usage: Usage): string {
  const renderer = rendererAfter(context, start);
  if (finished) renderer.event({ type: 'finish', reason: 'stop' });
  return renderer.end(usage);
}
