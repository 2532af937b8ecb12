import { Refusal } from '../../core/refusal.js';
import { splice } from '../json/splice.js';
import { TopLevel } from '../json/top-level.js';

/** What the console's playground asks: a chat, and the group to ask it in. */
export interface Question {
  model: string;
  /** '' = the user's own. */
  group: string;
  /** The chat alone, as an upstream may see it. */
  body: Buffer;
}

const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * Takes what is the playground's own out of a chat request (spec/relay-and-billing.md D10). Its limit of 0 means that
 * there is none, and vendors refuse a 0. Every other byte stays.
 * @throws Refusal 400
 */
export function readQuestion(body: Buffer): Question {
  const top = TopLevel.of(body, 'invalid_text_request');
  const model = top.text('model');
  if (model === undefined) throw new Refusal('model_required');
  const changes = new Map<string, undefined>([['group', undefined]]);
  for (const name of LIMITS) if (top.tokenLimit(name) === undefined) changes.set(name, undefined);
  return { model, group: top.text('group') ?? '', body: splice(top.object, changes) };
}
