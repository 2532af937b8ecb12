import type { JsonObject } from '../../../json/object.js';
import type { AnswerMode, NativeChange, Target } from '../../provider.js';

/** Requests that a provider answers in one mode only. */
export interface OneMode {
  readonly mode: AnswerMode;
  /** Names of the models. Absent: all. */
  readonly models?: RegExp;
  /** Whether the rule applies to a request with these members, as they are sent. Absent: to all requests. */
  readonly applies?: (value: ReadMember) => boolean;
  /** The provider's page. */
  readonly source: string;
}

/** The value of a top-level member of the body; undefined if there is none. */
export type ReadMember = (name: string) => unknown;

/** Models that OpenAI's Responses API does not stream. */
export const RESPONSES_MODES: readonly OneMode[] = [
  { mode: 'whole', models: /^o1-pro/, source: 'https://platform.openai.com/docs/models/o1-pro' },
];

/** The mode in which the provider answers where that is not the requested one; undefined where it is. */
export function otherMode(
  rules: readonly OneMode[] | undefined,
  model: string,
  stream: boolean,
  value: ReadMember,
): AnswerMode | undefined {
  const other: AnswerMode = stream ? 'whole' : 'streamed';
  const isOther = rules?.some(
    ({ mode, models, applies }) =>
      mode === other && (models?.test(model) ?? true) && (applies?.(value) ?? true),
  );
  return isOther ? other : undefined;
}

/** `otherMode` of a client's own body. Several answers or audio are left to the provider: they exist in its format only. */
export function otherModeOfBody(
  rules: readonly OneMode[] | undefined,
  object: JsonObject,
  { model, stream }: Pick<NativeChange, 'model' | 'stream'>,
  { override }: Pick<Target, 'override'>,
): AnswerMode | undefined {
  if (!rules) return undefined;
  const value: ReadMember = (name) => {
    if (override && name in override) return override[name];
    const member = object.find(name);
    return member && object.value(member);
  };
  const mode = otherMode(rules, model, stream, value);
  if (mode === undefined) return undefined;
  const modalities = value('modalities');
  const hasAudio = Array.isArray(modalities) && modalities.includes('audio');
  return hasAudio || Number(value('n')) > 1 ? undefined : mode;
}

/** How a client's body is sent. */
export interface SentChange extends NativeChange {
  /** Set where it is not the requested mode. */
  readonly mode?: AnswerMode;
}

/** The change of a body that is sent in this mode. */
export function inMode(mode: AnswerMode | undefined, change: NativeChange): SentChange {
  if (mode === undefined) return change;
  const stream = mode === 'streamed';
  return { ...change, stream, includeUsage: stream, mode };
}

/** Changes to a client's body that request the mode. Options of a stream are rejected without one. */
export function modeMembers(mode: AnswerMode | undefined): [name: string, text: string | undefined][] {
  if (mode === undefined) return [];
  return mode === 'streamed'
    ? [['stream', 'true']]
    : [
        ['stream', 'false'],
        ['stream_options', undefined],
      ];
}
