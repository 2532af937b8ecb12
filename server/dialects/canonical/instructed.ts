/** A request with the channel's system prompt in it. */
export interface Instructed {
  body: Buffer;
  /** Was it put before one of the client's own? */
  before: boolean;
}

/**
 * The prompt and what the client says after it, be that a text or a list of parts.
 * @param part the prompt as a part of such a list
 */
export function withText(prompt: string, own: unknown, part: object): unknown {
  if (Array.isArray(own)) return own.length > 0 ? [part, ...(own as unknown[])] : prompt;
  return typeof own === 'string' && own !== '' ? `${prompt}\n${own}` : prompt;
}
