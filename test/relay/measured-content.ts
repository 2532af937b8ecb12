import { scanObject } from '../../server/dialects/json/scan.js';
import type { ProtocolName } from '../../server/dialects/protocols/protocol.js';
import {
  referencedContent,
  type ContentMeasures,
} from '../../server/relay/pipeline/plan/referenced-content.js';

/** Context window of the model, in tokens. */
export const WINDOW = 128_000;

/** What a request refers to and offers. */
export function measure(
  protocol: ProtocolName,
  body: object | string,
  more: Partial<ContentMeasures> = {},
): ReturnType<typeof referencedContent> {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const { noted } = scanObject(bytes);
  const measures = { protocol, models: ['gpt-4o-mini'], window: WINDOW, continuedTokens: undefined, ...more };
  return noted && referencedContent(bytes, noted, measures);
}

/** A message with these parts. */
export const user = (...content: object[]) => ({ model: 'm', messages: [{ role: 'user', content }] });
/** The same for Gemini. */
export const google = (...parts: object[]) => ({ contents: [{ parts }] });
