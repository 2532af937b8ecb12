import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, type Loose } from '../../json/lenient.js';
import type { JsonObject, Member } from '../../json/object.js';
import type { Target } from '../provider.js';
import type { Manner } from './messages.js';

/** What a model's name says about the fields it takes (spec/providers/openai-family.md A.3, relay-and-billing.md D4). */
export interface ModelRules {
  /** The name without an effort suffix. */
  model: string;
  /** From the suffix: o3-mini-high. */
  effort: string | undefined;
  /** Takes max_completion_tokens only, and refuses the fields in `refused`. */
  reasons: boolean;
  /** Sampling fields the model answers with an error. */
  refused: readonly string[];
  /** Wants its instructions from a developer, not a system message. */
  developer: boolean;
}

/** How a vendor's API differs from OpenAI's. What is not named here is as OpenAI has it, and costs nothing. */
export interface Shape {
  readonly name: string;
  /**
   * Where a path of OpenAI's API lies, `/v1/chat/completions` or another.
   * @param model as it goes upstream, without effort suffix
   */
  readonly url?: (path: string, target: Target, model: string) => string;
  /** Who asks: the key in the vendor's header, and what else each call carries. */
  readonly headers?: (target: Target) => Record<string, string>;
  /** Answers stream_options with an error. */
  readonly streamOptions?: false;
  /** Hands cache hints on to vendors that know them; others refuse unknown fields of parts. */
  readonly cacheHints?: true;
  /** Does a model refuse cache hints in bodies that pass? They are taken out then. Absent: they go on. */
  readonly refusesCacheHints?: (model: string) => boolean;
  /** How thoughts of earlier turns go back; absent: not at all. */
  readonly thoughts?: Manner['reasoning'];
  /** Takes instructions only before all other messages: later ones become the user's, marked. */
  readonly instructionsFirst?: true;
  /** Takes top_k, which OpenAI does not have. */
  readonly topK?: true;
  readonly rules?: (model: string) => ModelRules;
  /** The members a chat body may have; all others are left out. Absent: every member goes on. */
  readonly only?: ReadonlySet<string>;
  /** Members of a chat body in this vendor's words, undefined for those to leave out. */
  readonly change?: (members: ChatMembers, model: string) => Record<string, unknown>;
  /** An answer or a chunk as OpenAI would have said it: what the readers see. */
  readonly tidy?: Tidy;
  /** Where one of these stands in an answer, OpenAI's clients get it tidied, too. */
  readonly rewrites?: readonly string[];
  /** A second look at what a vendor's error means, by its own codes. */
  readonly fault?: (failure: UpstreamFailure) => UpstreamFailure;
}

export type Tidy = (body: Loose, streamed: boolean) => Loose;

/** The top-level members of a chat body, wherever it came from. */
export interface ChatMembers {
  /** Undefined when there is none. */
  value(name: string): unknown;
  /** May this text stand in the member? A quick look that spares building it. */
  mentions(name: string, text: string): boolean;
}

/** What changes in a client's own body. */
export function nativeChanges(shape: Shape, object: JsonObject, model: string): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (shape.only) {
    for (const member of object.members) {
      const name = nameOf(object, member);
      if (!shape.only.has(name)) changes[name] = undefined;
    }
  }
  if (!shape.change) return changes;
  const members: ChatMembers = {
    value(name) {
      const member = object.find(name);
      return member && object.value(member);
    },
    mentions(name, text) {
      const member = object.find(name);
      return member !== undefined && object.body.subarray(member.start, member.end).includes(text);
    },
  };
  return Object.assign(changes, shape.change(members, model));
}

/** The same in a body of ours. */
export function translatedChanges(
  shape: Shape,
  body: Readonly<Record<string, unknown>>,
  model: string,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  if (shape.only) for (const name of Object.keys(body)) if (!shape.only.has(name)) changes[name] = undefined;
  if (!shape.change) return changes;
  const members: ChatMembers = {
    value: (name) => body[name],
    mentions: (name) => body[name] !== undefined,
  };
  return Object.assign(changes, shape.change(members, model));
}

/** Whole events, or a whole answer, tidied where they hold one of the words. Every other byte stays. */
export function retelling(
  tidy: Tidy,
  words: readonly string[],
): (bytes: Buffer, streamed: boolean) => Buffer {
  return (bytes, streamed) => {
    if (!words.some((word) => bytes.includes(word))) return bytes;
    const text = bytes.toString('utf8');
    if (!streamed) return Buffer.from(rewrites(text, tidy, false));
    const lines = text.split('\n').map((line) => {
      const data = /^data: ?(\{.*\})(\r?)$/.exec(line);
      return data ? `data: ${rewrites(data[1] ?? '', tidy, true)}${data[2] ?? ''}` : line;
    });
    return Buffer.from(lines.join('\n'));
  };
}

/** What we do not understand goes on as the vendor sent it. */
function rewrites(json: string, tidy: Tidy, streamed: boolean): string {
  let body: unknown;
  try {
    body = JSON.parse(json);
  } catch {
    return json;
  }
  if (!isRecord(body)) return json;
  const tidied = tidy(body, streamed);
  return tidied === body ? json : JSON.stringify(tidied);
}

function nameOf({ body }: JsonObject, { decoded, nameStart, nameEnd }: Member): string {
  return decoded ?? body.toString('latin1', nameStart + 1, nameEnd - 1);
}
