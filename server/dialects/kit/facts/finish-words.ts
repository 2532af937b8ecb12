import { table } from '../table.js';
import type { FinishClass } from '../../canonical/finish.js';
import type { FinishFact } from './declared-facts.js';

type Words = Partial<Record<string, FinishClass>>;

/**
 * The words of all providers. Every reader uses them behind its own, because the upstream is often another gateway, which
 * passes on the values of the API behind it. No value has different classes at two providers (`finish-reasons.spec.ts`).
 */
const ofAll: Words = table<FinishClass>({});

/** Gemini's OpenAI-compatible API appends its own reason to OpenAI's: `content_filter: RECITATION`. */
const DETAIL = ': ';

/** The finish reasons of one provider, compiled once, when it is defined. */
export class FinishWords {
  private readonly own: Words = table<FinishClass>({});

  constructor(facts: readonly FinishFact[]) {
    for (const { words } of facts) {
      Object.assign(this.own, words);
      for (const [word, reason] of Object.entries(words)) ofAll[word] ??= reason;
    }
  }

  /**
   * The class of a finish reason. A value that no provider documents is `broken`: the response may be incomplete and must not
   * be reported as complete. Without a value the response ended normally, because something else marked its end.
   */
  classOf(raw: string): FinishClass {
    if (raw === '') return 'stop';
    return this.find(raw) ?? this.find(raw.split(DETAIL, 1)[0]!) ?? 'broken';
  }

  private find(word: string): FinishClass | undefined {
    return this.own[word] ?? ofAll[word];
  }
}
