/** A request body with the channel's system prompt inserted. */
export interface Instructed {
  body: Buffer;
  /** True if the prompt was put before instructions of the client. */
  before: boolean;
}

/**
 * The prompt followed by the client's own instructions, which are a text or a list of parts.
 * @param part the prompt as a part of such a list
 */
export function withText(prompt: string, own: unknown, part: object): unknown {
  if (Array.isArray(own)) return own.length > 0 ? [part, ...(own as unknown[])] : prompt;
  return typeof own === 'string' && own !== '' ? `${prompt}\n${own}` : prompt;
}
