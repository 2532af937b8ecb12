import type { TooLongFact } from './declared-facts.js';

/** What other providers' responses are searched for, too. */
const codesPassedOn = new Set<string>();
const messagesPassedOn: RegExp[] = [];

/** Statuses of such refusals: malformed, too large, unprocessable. */
const STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** How one provider reports a conversation beyond the model's context window, compiled once, when it is defined. */
export class TooLongWords {
  private readonly codes: ReadonlySet<string>;
  private readonly messages: readonly RegExp[];
  private readonly statuses: ReadonlySet<number>;

  /** @param isGateway whether the upstream may pass on the messages of another API; codes are recognised in any case */
  constructor(
    facts: readonly TooLongFact[],
    private readonly isGateway: boolean,
  ) {
    this.codes = new Set(facts.flatMap(({ codes = [] }) => codes));
    this.messages = facts.flatMap(({ messages }) => messages ?? []);
    this.statuses = new Set([...STATUSES, ...facts.flatMap(({ statuses = [] }) => statuses)]);
    for (const { codes = [], messages, passedOn } of facts) {
      if (!passedOn) continue;
      for (const code of codes) codesPassedOn.add(code);
      if (messages && !messagesPassedOn.includes(messages)) messagesPassedOn.push(messages);
    }
  }

  /** @param kind the provider's `error.type` */
  reports(status: number, error: { code: string; kind: string; message: string }): boolean {
    if (this.hasCode(error.code) || this.hasCode(error.kind)) return true;
    return this.statuses.has(status) && this.hasMessage(error.message);
  }

  private hasCode(code: string): boolean {
    return this.codes.has(code) || codesPassedOn.has(code);
  }

  private hasMessage(message: string): boolean {
    const found = this.messages.some((pattern) => pattern.test(message));
    return found || (this.isGateway && messagesPassedOn.some((pattern) => pattern.test(message)));
  }
}
