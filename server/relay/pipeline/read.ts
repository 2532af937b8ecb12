import type { RelayContext } from './context.js';

/** What is asked: the few fields the pipeline needs, read from the bytes by the client's protocol. @throws Refusal 400 */
export function read(context: RelayContext): void {
  const { protocol, body } = context.exchange;
  context.read = protocol.read(body);
}
