import type { Usage } from '../../../dialects/canonical/usage.js';
import type { StreamRenderer } from '../../../dialects/protocols/protocol.js';
import type { FailureRenderer, Unfinished } from '../attempt/attempt-result.js';
import type { Receiver } from './receiver.js';
import { renderContext } from '../client/render-context.js';

/** Id and model from the start of a response, as far as the provider reported them. */
export interface Opening {
  readonly id: string;
  readonly model: string;
}

/** A renderer that takes over from provider bytes already sent to the client: the start is not sent again. */
function rendererAfter({ request, outcome }: Receiver, start: Opening): StreamRenderer {
  const renderer = request.exchange.protocol.stream(renderContext(request, outcome));
  renderer.event({ type: 'start', ...start });
  return renderer;
}

/**
 * The state another channel may continue from; undefined where the protocol's renderer cannot continue after these events.
 * @param text all text the client has received
 * @param last the last events sent to the client
 */
export function takenOver(
  receiver: Receiver,
  start: Opening,
  text: string,
  last: Buffer,
): Unfinished | undefined {
  const renderer = rendererAfter(receiver, start);
  renderer.event({ type: 'text-delta', text });
  if (renderer.resume && !renderer.resume(last)) return undefined;
  return { text, renderer };
}

/** Renders the error that ends a stream, where the protocol's error must follow from the provider's last events. */
export function failureAfter(
  receiver: Receiver,
  start: Opening,
  last: Buffer | undefined,
): FailureRenderer | undefined {
  return failureRenderer(rendererAfter(receiver, start), last);
}

/**
 * Renders the last frames of a failed stream; undefined where the protocol's error frame suffices.
 * @param last the last frames that reached the client, if this renderer did not write them
 */
export function failureRenderer(renderer: StreamRenderer, last?: Buffer): FailureRenderer | undefined {
  return renderer.failed && ((error) => renderer.failed!(error, last));
}

/** Renders the end of a stream whose provider did not report the usage that the client requested. */
export function endWithUsage(receiver: Receiver, start: Opening, finished: boolean, usage: Usage): string {
  const renderer = rendererAfter(receiver, start);
  if (finished) renderer.event({ type: 'finish', reason: 'stop' });
  return renderer.end(usage);
}
