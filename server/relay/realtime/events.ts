import { isRecord, list, record, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import type { JsonObject } from '../../dialects/json/object.js';
import { scanObject } from '../../dialects/json/scan.js';

/** One event of either side, parsed lazily: only its type is read at first. */
export class RealtimeEvent {
  private built: UnknownRecord | undefined;

  private constructor(
    readonly type: string,
    private readonly object: JsonObject,
  ) {}

  /** Undefined for messages that are not events; the other side reports those. */
  static of(frame: Buffer): RealtimeEvent | undefined {
    let object: JsonObject;
    try {
      object = scanObject(frame);
    } catch (problem) {
      if (problem instanceof SyntaxError) return undefined;
      throw problem;
    }
    const type = object.find('type');
    if (!type) return undefined;
    const value = object.value(type);
    return typeof value === 'string' ? new RealtimeEvent(value, object) : undefined;
  }

  /** Whether several members have the same name. */
  get isRepeated(): boolean {
    return this.object.isRepeated;
  }

  /** Decoded length of a base64 member, without decoding it. */
  bytes(name: string): number {
    const member = this.object.find(name);
    if (!member || this.object.firstByte(member) !== 0x22) return 0;
    const { body } = this.object;
    let end = member.end - 1;
    while (end > member.start + 1 && body[end - 1] === 0x3d) end--;
    return Math.floor(((end - member.start - 1) * 3) / 4);
  }

  text(name: string): string {
    const member = this.object.find(name);
    return member ? text(this.object.value(member)) : '';
  }

  number(name: string): number | undefined {
    const member = this.object.find(name);
    const value = member && this.object.value(member);
    return typeof value === 'number' ? value : undefined;
  }

  /** The whole event, parsed once. */
  whole(): UnknownRecord {
    this.built ??= record(JSON.parse(this.object.body.toString('utf8')));
    return this.built;
  }
}

/** Event types with output, in both generations of names. */
export const OUTPUT_AUDIO_EVENTS: ReadonlySet<string> = new Set([
  'response.audio.delta',
  'response.output_audio.delta',
]);
export const OUTPUT_TEXT_EVENTS: ReadonlySet<string> = new Set([
  'response.text.delta',
  'response.output_text.delta',
  'response.audio_transcript.delta',
  'response.output_audio_transcript.delta',
  'response.function_call_arguments.delta',
]);

/** Properties of a session that matter for counting and pricing. */
export interface SessionFacts {
  inputFormat: string | undefined;
  outputFormat: string | undefined;
  /** Whether it responds with audio. */
  answersWithAudio: boolean | undefined;
  /** JSON of each tool. */
  tools: readonly string[] | undefined;
  /** The model that transcribes the client's audio. */
  transcriber: string | undefined;
  /** Whether the client's audio is transcribed; undefined where the event does not say. */
  transcribes: boolean | undefined;
  /** Whether the session only transcribes. */
  onlyTranscribes: boolean;
  /** The session's model. */
  model: string | undefined;
}

/** Reads `session` of session.created, session.updated and session.update, of either generation. */
export function sessionFacts(event: UnknownRecord): SessionFacts {
  const session = record(event.session);
  const audio = record(session.audio);
  const input = record(audio.input);
  const modalities = session.output_modalities ?? session.modalities;
  const transcription =
    input.transcription === undefined ? session.input_audio_transcription : input.transcription;
  const onlyTranscribes =
    session.type === 'transcription' || text(event.type).startsWith('transcription_session');
  return {
    inputFormat: format(session.input_audio_format ?? input.format),
    outputFormat: format(session.output_audio_format ?? record(audio.output).format),
    answersWithAudio: Array.isArray(modalities) ? modalities.includes('audio') : undefined,
    tools: Array.isArray(session.tools) ? session.tools.map((tool) => JSON.stringify(tool)) : undefined,
    transcriber: text(record(transcription).model) || undefined,
    transcribes: onlyTranscribes || (transcription === undefined ? undefined : isRecord(transcription)),
    onlyTranscribes,
    model: text(session.model) || undefined,
  };
}

function format(value: unknown): string | undefined {
  return (isRecord(value) ? text(value.type) : text(value)) || undefined;
}

/** Texts and base64 audio that a client adds to the conversation. */
export function itemParts(item: UnknownRecord): { texts: string[]; audios: string[] } {
  const contents = list(item.content).map(record);
  const texts = [text(item.output), text(item.arguments), ...contents.map((part) => text(part.text))];
  return {
    texts: texts.filter(Boolean),
    audios: contents.map((part) => text(part.audio)).filter(Boolean),
  };
}
