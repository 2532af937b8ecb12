import type { HubChat, HubTurn, TurnPart } from './chat.js';
import type { HubEvent } from './events.js';

/** Thoughts with the provider's proof of them. */
export type Thought = Extract<TurnPart, { type: 'reasoning' | 'reasoning-redacted' }>;

/** What a provider wants back with a tool call. */
export interface CallThoughts {
  /** Provider whose proof it is: no other one takes it. */
  readonly by: string;
  /** Thoughts that stood before the call. */
  readonly thoughts: readonly Thought[];
  /** The proof that stood on the call itself. */
  readonly signature?: string;
}

/** Characters of thoughts that are remembered; of longer ones nothing is, since half of them prove nothing. */
const MAX_CHARACTERS = 256 * 1024;

/** Gathers what is proven behind the tool calls of one answer, for clients that do not send it back. */
export class ThoughtCollector {
  readonly calls = new Map<string, CallThoughts>();
  private thoughts: Thought[] = [];
  private text = '';
  private length = 0;

  /** @param by name of the provider */
  constructor(private readonly by: string) {}

  add(event: HubEvent): void {
    switch (event.type) {
      case 'reasoning-delta':
        this.length += event.text.length;
        this.text = this.length > MAX_CHARACTERS ? '' : this.text + event.text;
        return;
      case 'reasoning-signature':
        this.thoughts.push({ type: 'reasoning', text: this.text, signature: event.signature });
        this.text = '';
        return;
      case 'reasoning-redacted':
        this.thoughts.push({ type: 'reasoning-redacted', data: event.data });
        return;
      case 'tool-start':
        return this.call(event.id, event.signature);
      default:
    }
  }

  private call(id: string, signature: string | undefined): void {
    const { by, thoughts } = this;
    this.thoughts = [];
    if (this.length > MAX_CHARACTERS || (thoughts.length === 0 && signature === undefined)) return;
    this.calls.set(id, { by, thoughts, ...(signature !== undefined && { signature }) });
  }
}

/** The assistant's turns of the tool loop that the conversation ends with; none where it does not end with results. */
export function openLoop({ turns }: Pick<HubChat, 'turns'>): HubTurn[] {
  const isResult = (turn: HubTurn) => turn.parts.some(({ type }) => type === 'tool-result');
  const said = turns.filter(({ role }) => role !== 'system');
  const last = said.at(-1);
  if (!last || !isResult(last)) return [];
  const question = said.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return said.slice(question + 1).filter(({ role }) => role === 'assistant');
}

/** Ids of the first call of each turn that has calls. */
export function firstCalls(turns: readonly HubTurn[]): string[] {
  return turns.flatMap(({ parts }) => parts.find((part) => part.type === 'tool-call')?.id ?? []);
}

/** Does the turn begin with thoughts that are proven? */
export function bringsThoughts({ parts: [first] }: HubTurn): boolean {
  return first?.type === 'reasoning-redacted' || (first?.type === 'reasoning' && Boolean(first.signature));
}

/** Puts stored thoughts before the turns, and stored proofs on the calls, that they belong to. */
export function attachThoughts(chat: HubChat, stored: ReadonlyMap<string, CallThoughts>, by: string): void {
  for (const turn of chat.turns) {
    const found = turn.parts.flatMap((part) => {
      const known = part.type === 'tool-call' ? stored.get(part.id) : undefined;
      return part.type === 'tool-call' && known?.by === by ? [{ part, known }] : [];
    });
    for (const { part, known } of found) part.signature ??= known.signature;
    if (!bringsThoughts(turn)) turn.parts.unshift(...found.flatMap(({ known }) => known.thoughts));
  }
}
