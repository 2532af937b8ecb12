import type { CanonicalChat, TurnPart } from '../../server/dialects/canonical/chat.js';
import { gemini } from '../../server/dialects/providers/gemini/index.js';
import type { Target } from '../../server/dialects/kit/provider.js';
import { bodyOf, targetOf } from './recorded.js';

/** What a request without thresholds of its own is sent with. */
export const safetySettings = [
  { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'OFF' },
  { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
];

/** A channel of the Gemini API. */
export const target = (overrides: Partial<Target> = {}) =>
  targetOf({ type: 24, model: 'gemini-2.5-flash', ...overrides });
/** A question, with these members instead. */
export const chat = (overrides: Partial<CanonicalChat> = {}): CanonicalChat => ({
  model: 'gemini-2.5-flash',
  system: [],
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }],
  tools: [],
  stream: false,
  includeUsage: true,
  ...overrides,
});

export interface Body {
  contents: object[];
  systemInstruction?: object;
  tools?: object[];
  toolConfig?: object;
  generationConfig: Record<string, unknown>;
  safetySettings: object[];
}

export const call = (overrides: Partial<CanonicalChat> = {}, to: Partial<Target> = {}) =>
  gemini.chat!.request(chat(overrides), target(to));
export const body = (overrides: Partial<CanonicalChat> = {}, to: Partial<Target> = {}) =>
  bodyOf(call(overrides, to)) as Body;
export const contentsOf = (parts: TurnPart[], to: Partial<Target> = {}) =>
  body({ turns: [{ role: 'user', parts }] }, to).contents;
