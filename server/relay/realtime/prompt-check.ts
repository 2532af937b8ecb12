import { ApiError } from '../../contract/errors/api-error.js';
import { list, record, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import type { Exchange } from '../pipeline/request-scope.js';
import type { SensitiveWords } from '../pipeline/plan/sensitive-words.js';
import { errorEvent } from './error-event.js';
import type { RealtimeEvent } from './events.js';

/** Extracts the client's texts by event type. */
const WRITTEN: ReadonlyMap<string, (event: UnknownRecord) => string[]> = new Map([
  ['conversation.item.create', (event: UnknownRecord) => itemTexts(event.item)],
  [
    'response.create',
    ({ response }: UnknownRecord) => {
      const { instructions, input, prompt } = record(response);
      return [text(instructions), ...variables(prompt), ...list(input).flatMap(itemTexts)];
    },
  ],
  ['session.update', ({ session }: UnknownRecord) => sessionTexts(record(session))],
  ['transcription_session.update', ({ session }: UnknownRecord) => sessionTexts(record(session))],
]);

/** Source of the sensitive words; they may change while a session is open. */
export interface WordList {
  readonly current: { readonly words: SensitiveWords | undefined };
}

/**
 * Rejects client events that contain sensitive words before they reach the provider. The session continues without the
 * event.
 */
export class PromptScreen {
  constructor(
    private readonly exchange: Exchange,
    private readonly settings: WordList,
    private readonly warn: (line: string, requestId: string) => void,
  ) {}

  /** Returns the error event to send to the client; undefined if the event may pass. */
  refusal(event: RealtimeEvent): string | undefined {
    const { words } = this.settings.current;
    if (!words) return undefined;
    const word = words.find(WRITTEN.get(event.type)?.(event.whole()) ?? []);
    if (word === undefined) return undefined;
    this.warn(`a sensitive word was in a ${event.type}: ${word}`, this.exchange.requestId);
    return errorEvent(this.exchange, new ApiError('sensitive_words_detected'), event.text('event_id'));
  }
}

/**
 * Texts of a message, tool output and tool arguments. The parts of a message are also joined, so that no word can hide
 * across two parts.
 */
function itemTexts(value: unknown): string[] {
  const item = record(value);
  const parts = list(item.content).map(record);
  const texts = parts.flatMap((part) => [text(part.text), text(part.transcript)]);
  return [text(item.output), text(item.arguments), ...texts, texts.join('')];
}

function sessionTexts({
  instructions,
  prompt,
  audio,
  input_audio_transcription: before,
}: UnknownRecord): string[] {
  const transcription = record(record(record(audio).input).transcription);
  return [text(instructions), ...variables(prompt), text(transcription.prompt), text(record(before).prompt)];
}

/** Values of the variables of a prompt stored by the provider. */
function variables(prompt: unknown): string[] {
  return Object.values(record(record(prompt).variables)).map((value) =>
    typeof value === 'string' ? value : text(record(value).text),
  );
}
