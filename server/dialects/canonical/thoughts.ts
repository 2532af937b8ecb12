import { createHash } from 'node:crypto';
import type { CanonicalChat, CanonicalTurn, TurnPart } from './chat.js';
import type { CanonicalEvent } from './events.js';

/** Reasoning of an earlier turn, as it is sent back to its provider. */
export type Thought = Extract<TurnPart, { type: 'reasoning' | 'reasoning-redacted' }>;

/**
 * The issuer of reasoning that is plain text without signature. Providers of this issuer accept the text of any other one's
 * reasoning.
 */
export const TEXT = 'text';

/** What is sent back with a tool call. */
export interface CallThoughts {
  /** Who can verify the reasoning: it is sent to providers with the same issuer only, except for `TEXT`. */
  readonly issuer: string;
  /** Reasoning before the call. */
  readonly thoughts: readonly Thought[];
  /** The signature of the call itself. */
  readonly signature?: string;
  /**
   * Fingerprint of the call's arguments: some models number the calls of each conversation or response from 0, so that the id
   * alone may be that of another call. Absent from records of earlier versions.
   */
  readonly arguments?: string;
}

type ToolCall = Extract<TurnPart, { type: 'tool-call' }>;

/**
 * Characters that are kept of the reasoning of one response, and of the arguments of one call. Longer ones are not kept,
 * because a part of them cannot be verified.
 */
const MAX_CHARACTERS = 256 * 1024;

/** Collects the reasoning behind the tool calls of one response, for clients that do not send it back. */
export class ThoughtCollector {
  /** Calls with reasoning, by canonical tool index. */
  private readonly found = new Map<number, { id: string; thoughts: CallThoughts; arguments: string }>();
  private thoughts: Thought[] = [];
  private text = '';
  private length = 0;

  constructor(private readonly issuer: string) {}

  add(event: CanonicalEvent): void {
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
        return this.call(event);
      case 'tool-delta': {
        const call = this.found.get(event.index);
        if (!call) return;
        call.arguments += event.text;
        if (call.arguments.length > MAX_CHARACTERS) this.found.delete(event.index);
        return;
      }
      default:
    }
  }

  /** The calls with reasoning of the complete response, by id. */
  calls(): ReadonlyMap<string, CallThoughts> {
    return new Map(
      [...this.found.values()].map(({ id, thoughts, arguments: callArguments }) => [
        id,
        { ...thoughts, arguments: fingerprint(callArguments) },
      ]),
    );
  }

  /** Whether any call has reasoning. */
  get hasCalls(): boolean {
    return this.found.size > 0;
  }

  private call({ index, id, signature }: Extract<CanonicalEvent, { type: 'tool-start' }>): void {
    const { issuer, thoughts, text } = this;
    if (issuer === TEXT && text !== '') thoughts.push({ type: 'reasoning', text });
    this.thoughts = [];
    this.text = '';
    if (this.length > MAX_CHARACTERS || (thoughts.length === 0 && signature === undefined)) return;
    const found = { issuer, thoughts, ...(signature !== undefined && { signature }) };
    this.found.set(index, { id, thoughts: found, arguments: '' });
  }
}

/** The same for all JSON texts of the same arguments, because clients may write them anew. */
function fingerprint(callArguments: string): string {
  return createHash('sha256').update(normalized(callArguments)).digest('base64url').slice(0, 22);
}

function normalized(callArguments: string): string {
  if (callArguments.trim() === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(callArguments), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(byName))
        : value,
    );
  } catch {
    // Not JSON: the text itself.
    return callArguments;
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The assistant turns of the tool loop at the end of the conversation; none if it does not end with tool results. */
export function openLoop({ turns }: Pick<CanonicalChat, 'turns'>): CanonicalTurn[] {
  const isResult = (turn: CanonicalTurn) => turn.parts.some(({ type }) => type === 'tool-result');
  const dialogue = turns.filter(({ role }) => role !== 'system');
  const last = dialogue.at(-1);
  if (!last || !isResult(last)) return [];
  const question = dialogue.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return dialogue.slice(question + 1).filter(({ role }) => role === 'assistant');
}

/** Ids of the first call of each turn that has calls. */
export function firstCalls(turns: readonly CanonicalTurn[]): string[] {
  return turns.flatMap(({ parts }) => parts.find((part) => part.type === 'tool-call')?.id ?? []);
}

/** Whether the turn begins with signed or encrypted reasoning. */
export function hasSignedThoughts({ parts: [first] }: CanonicalTurn): boolean {
  return first?.type === 'reasoning-redacted' || (first?.type === 'reasoning' && Boolean(first.signature));
}

/** Whether the turn has reasoning with text. */
export function hasThoughts({ parts }: CanonicalTurn): boolean {
  return parts.some((part) => part.type === 'reasoning' && part.text !== '');
}

/**
 * Inserts stored reasoning at the beginning of the turns, and stored signatures into the calls, to which they belong. Some
 * clients turn reasoning without signature into text: a text that equals it is replaced by it. Some models repeat the ids of
 * their calls: what is stored of an id belongs to its last call.
 */
export function attachThoughts(
  chat: CanonicalChat,
  stored: ReadonlyMap<string, CallThoughts>,
  issuer: string,
): void {
  const unused = new Map(stored);
  for (const turn of chat.turns.toReversed()) {
    const found = turn.parts.flatMap((part) => {
      if (part.type !== 'tool-call') return [];
      const remembered = unused.get(part.id);
      if (!remembered || !isOf(remembered, part)) return [];
      unused.delete(part.id);
      return [{ part, remembered }];
    });
    if (issuer === TEXT)
      attachText(
        turn,
        found.flatMap(({ remembered }) => remembered.thoughts),
      );
    else
      attachSigned(
        turn,
        found.filter(({ remembered }) => remembered.issuer === issuer),
      );
  }
}

function isOf({ arguments: expected }: CallThoughts, call: ToolCall): boolean {
  return expected === undefined || expected === fingerprint(call.arguments);
}

function attachSigned(
  turn: CanonicalTurn,
  found: readonly { part: ToolCall; remembered: CallThoughts }[],
): void {
  for (const { part, remembered } of found) part.signature ??= remembered.signature;
  if (!hasSignedThoughts(turn))
    putBefore(
      turn,
      found.flatMap(({ remembered }) => remembered.thoughts),
    );
}

function attachText(turn: CanonicalTurn, thoughts: readonly Thought[]): void {
  if (!hasThoughts(turn))
    putBefore(
      turn,
      thoughts.filter((thought) => textOf(thought) !== ''),
    );
}

/** Replaces what the client made of the reasoning: reasoning without signature, or text. */
function putBefore(turn: CanonicalTurn, thoughts: readonly Thought[]): void {
  if (thoughts.length === 0) return;
  const texts = new Set(thoughts.map(textOf));
  const isShown = (part: TurnPart) =>
    part.type === 'reasoning' ||
    (part.type === 'text' && part.text.trim() !== '' && texts.has(part.text.trim()));
  turn.parts = [...thoughts, ...turn.parts.filter((part) => !isShown(part))];
}

function textOf(thought: Thought): string {
  return thought.type === 'reasoning' ? thought.text.trim() : '';
}
