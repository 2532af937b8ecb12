const PCM_BYTES = 48_000;
const TELEPHONE_BYTES = 8000;
const LEAST_SECONDS = 0.1;
const MODELS = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'];

interface ClientEvent {
  readonly type: string;
  readonly audio?: string;
  readonly session?: {
    readonly type?: string;
    readonly audio?: { readonly input?: Input };
  };
}

interface Input {
  readonly format?: { readonly type: string };
  readonly transcription?: { readonly model?: string };
}

/** How the upstream transcribes an item. */
export interface ScriptedTranscript {
  /** `usage` of the transcript of this many seconds; absent: none is reported. */
  readonly usage?: (seconds: number) => object;
  /** Sends no transcript. */
  readonly isSilent?: true;
  /** How often `completed` is sent. */
  readonly times?: number;
}

/**
 * OpenAI's side of a session that only transcribes
 * (https://platform.openai.com/docs/guides/realtime-transcription): the URL names no model, the session keeps its type, and
 * every commit is answered by the transcript of the audio since the last one.
 */
export class TranscriptionSession {
  private input: Input = { format: { type: 'audio/pcm' } };
  private bytes = 0;
  private items = 0;

  constructor(
    private readonly send: (event: object) => void,
    private readonly script: () => ScriptedTranscript,
  ) {}

  /** The error of a session whose URL is not one of a session that only transcribes; undefined if it is. */
  static refusal(url: URL): object | undefined {
    if (!url.searchParams.has('model') && !url.searchParams.has('deployment')) return undefined;
    return {
      type: 'invalid_request_error',
      code: 'invalid_model',
      message: 'You must not provide a model parameter for transcription sessions.',
    };
  }

  begin(): void {
    this.send({ type: 'session.created', session: this.session });
  }

  hear(text: string): void {
    const event = JSON.parse(text) as ClientEvent;
    if (event.type === 'session.update') this.update(event);
    else if (event.type === 'input_audio_buffer.append')
      this.bytes += Buffer.from(event.audio ?? '', 'base64').length;
    else if (event.type === 'input_audio_buffer.commit') this.commit();
    else if (event.type === 'input_audio_buffer.clear') {
      this.bytes = 0;
      this.send({ type: 'input_audio_buffer.cleared' });
    } else this.refuse('invalid_value', `${event.type} is not an event of transcription sessions`);
  }

  private get session(): object {
    return { type: 'transcription', object: 'realtime.transcription_session', audio: { input: this.input } };
  }

  private update({ session }: ClientEvent): void {
    const input = session?.audio?.input ?? {};
    const model = input.transcription?.model;
    if (session?.type !== 'transcription')
      return this.refuse('invalid_value', 'the session only transcribes');
    if (model !== undefined && !MODELS.includes(model)) return this.refuse('invalid_model', `no ${model}`);
    this.input = { ...this.input, ...input };
    this.send({ type: 'session.updated', session: this.session });
  }

  private commit(): void {
    const seconds = this.bytes / (this.input.format?.type === 'audio/pcm' ? PCM_BYTES : TELEPHONE_BYTES);
    if (seconds < LEAST_SECONDS)
      return this.refuse('input_audio_buffer_commit_empty', 'the buffer is too small');
    this.bytes = 0;
    const item = `item_${++this.items}`;
    this.send({ type: 'input_audio_buffer.committed', item_id: item, previous_item_id: null });
    const { usage, isSilent, times = 1 } = this.script();
    if (isSilent) return;
    for (let time = 0; time < times; time++)
      this.send({
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: item,
        content_index: 0,
        transcript: 'hello',
        ...(usage && { usage: usage(seconds) }),
      });
  }

  private refuse(code: string, message: string): void {
    this.send({ type: 'error', error: { type: 'invalid_request_error', code, message } });
  }
}
