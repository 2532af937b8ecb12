import type { Usage } from '../../dialects/canonical/usage.js';
import type { StreamRenderer } from '../../dialects/protocols/protocol.js';
import type { Unfinished } from './continuation.js';
import type { RelayContext } from './context.js';
import { renderContext } from './render-context.js';

/** Id and model from the start of a response, as far as the provider reported them. */
export interface Opening {
  readonly id: string;
  readonly model: string;
}

/** A renderer that takes over from provider bytes already sent to the client: the start is not sent again. */
function rendererAfter(context: RelayContext, start: Opening): StreamRenderer {
  const renderer = context.exchange.protocol.stream(renderContext(context));
  renderer.event({ type: 'start', ...start });
  return renderer;
}

/**
 * The state another channel may continue from; undefined where the protocol's renderer cannot continue after these events.
 * @param text all text the client has received
 * @param last the last events sent to the client
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

/** Prepares the error that ends a stream, where the protocol's error must follow from the provider's last events. */
export function prepareFailure(context: RelayContext, start: Opening, last: Buffer | undefined): void {
  const renderer = rendererAfter(context, start);
  if (renderer.failed) context.failed = (error) => renderer.failed?.(error, last) ?? '';
}

/** Renders the end of a stream whose provider did not report the usage that the client requested. */
export function endWithUsage(context: RelayContext, start: Opening, finished: boolean, usage: Usage): string {
  const renderer = rendererAfter(context, start);
  if (finished) renderer.event({ type: 'finish', reason: 'stop' });
  return renderer.end(usage);
}
