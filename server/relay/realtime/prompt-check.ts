import { ApiError } from '../../core/api-error.js';
import { list, record, text, type Loose } from '../../dialects/json/lenient.js';
import type { Exchange } from '../pipeline/context.js';
import type { SensitiveWords } from '../pipeline/sensitive-words.js';
import { errorEvent } from './error-event.js';
import type { RealtimeEvent } from './events.js';

/** What a client wrote in an event that carries text; the event's type is its key. */
const WRITTEN: ReadonlyMap<string, (event: Loose) => string[]> = new Map([
  ['conversation.item.create', (event: Loose) => itemTexts(event.item)],
  [
    'response.create',
    ({ response }: Loose) => {
      const { instructions, input, prompt } = record(response);
      return [text(instructions), ...variables(prompt), ...list(input).flatMap(itemTexts)];
    },
  ],
  ['session.update', ({ session }: Loose) => sessionTexts(record(session))],
  ['transcription_session.update', ({ session }: Loose) => sessionTexts(record(session))],
]);

/** Where the words come from; they may change while a session is open. */
export interface WordList {
  readonly current: { readonly words: SensitiveWords | undefined };
}

/**
 * Keeps a client's events with the operator's words in them from the vendor (spec/relay-and-billing.md C2). The session
 * goes on: what was refused was never said.
 */
export class PromptScreen {
  constructor(
    private readonly exchange: Exchange,
    private readonly settings: WordList,
    private readonly note: (line: string, requestId: string) => void,
  ) {}

  /** The error event to answer with; undefined when the event may pass. */
  refusal(event: RealtimeEvent): string | undefined {
    const { words } = this.settings.current;
    if (!words) return undefined;
    const word = words.find(WRITTEN.get(event.type)?.(event.whole()) ?? []);
    if (word === undefined) return undefined;
    this.note(`a sensitive word was in a ${event.type}: ${word}`, this.exchange.requestId);
    return errorEvent(this.exchange, new ApiError('sensitive_words_detected'), event.text('event_id'));
  }
}

/** Texts of a message, what a tool gave and what it is called with; those of a message also joined: no word may hide between two. */
function itemTexts(value: unknown): string[] {
  const item = record(value);
  const parts = list(item.content).map(record);
  const texts = parts.flatMap((part) => [text(part.text), text(part.transcript)]);
  return [text(item.output), text(item.arguments), ...texts, texts.join('')];
}

function sessionTexts({ instructions, prompt, audio, input_audio_transcription: before }: Loose): string[] {
  const transcription = record(record(record(audio).input).transcription);
  return [text(instructions), ...variables(prompt), text(transcription.prompt), text(record(before).prompt)];
}

/** What is filled in to a prompt that is kept at the vendor. */
function variables(prompt: unknown): string[] {
  return Object.values(record(record(prompt).variables)).map((value) =>
    typeof value === 'string' ? value : text(record(value).text),
  );
}
