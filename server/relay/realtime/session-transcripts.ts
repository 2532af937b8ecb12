import { audioTokens } from '../../dialects/canonical/media/audio.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import { record } from '../../dialects/json/lenient.js';
import type { RealtimeCodec } from '../../dialects/kit/provider.js';
import type { Ending } from '../pipeline/settle/endings.js';
import type { RealtimeEvent, SessionFacts } from './events.js';
import type { SessionBill } from './session-billing.js';
import type { SessionModels } from './session-models.js';
import { TranscriptAudio } from './transcript-audio.js';

/** Error code of a commit without enough audio. */
const COMMIT_REFUSED = 'input_audio_buffer_commit_empty';
/** Endings for which the client is the reason: it pays for the transcripts that the provider was making. */
const BY_CLIENT: ReadonlySet<Ending> = new Set(['cut-by-client', 'revoked', 'quota-exhausted']);

/**
 * Charges the transcripts of the client's audio: by the usage that the provider reports, else by the length of the audio, as
 * a file of that length is charged. Each second is charged once.
 */
export class SessionTranscripts {
  private readonly audio = new TranscriptAudio();
  private transcribesOnly: boolean;

  constructor(
    private readonly codec: RealtimeCodec,
    private readonly bill: SessionBill,
    private readonly models: SessionModels,
  ) {
    this.transcribesOnly = this.audio.transcribes = models.onlyTranscribes;
  }

  /** Whether the session has no responses. */
  get only(): boolean {
    return this.transcribesOnly;
  }

  applySession({ model, transcriber, transcribes, onlyTranscribes, inputFormat }: SessionFacts): void {
    this.models.report(model, transcriber);
    this.transcribesOnly ||= onlyTranscribes;
    this.audio.transcribes = this.transcribesOnly || (transcribes ?? this.audio.transcribes);
    if (inputFormat !== undefined) this.audio.setFormat(inputFormat);
  }

  /** @throws ApiError session_quota_exhausted */
  readClient(event: RealtimeEvent): Promise<void> | undefined {
    switch (event.type) {
      case 'input_audio_buffer.append':
        this.audio.append(event.bytes('audio'));
        if (!this.only) return undefined;
        return this.bill.watchTranscript(this.usageOf(this.audio.pending), this.models.transcriber);
      case 'input_audio_buffer.commit':
        this.audio.close('commit');
        return undefined;
      case 'input_audio_buffer.clear':
        this.audio.close('clear');
        return undefined;
      default:
        return undefined;
    }
  }

  /** @returns the problem if the balance does not cover the session any longer, else undefined */
  readUpstream(event: RealtimeEvent): Promise<unknown> | undefined {
    const { audio } = this;
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
      case 'input_audio_buffer.speech_stopped':
      case 'input_audio_buffer.timeout_triggered':
        audio.speechDetected(
          event.text('item_id'),
          event.number('audio_start_ms'),
          event.number('audio_end_ms'),
        );
        return undefined;
      case 'input_audio_buffer.committed':
        audio.committed(event.text('item_id'));
        return undefined;
      case 'input_audio_buffer.cleared':
        audio.cleared();
        return undefined;
      case 'conversation.item.input_audio_transcription.delta':
        audio.transcribing(event.text('item_id'), contentOf(event));
        return undefined;
      case 'conversation.item.input_audio_transcription.failed':
        audio.failed(event.text('item_id'), contentOf(event));
        return undefined;
      case 'conversation.item.input_audio_transcription.completed':
        return this.complete(event);
      case 'error':
        if (record(event.whole().error).code === COMMIT_REFUSED) audio.commitRefused();
        return undefined;
      default:
        return undefined;
    }
  }

  /** The session is over: charges audio whose transcript the client had, or whose transcript it did not wait for. */
  async end(ending: Ending): Promise<void> {
    for (const seconds of this.audio.rest(BY_CLIENT.has(ending)))
      await this.charge(undefined, this.usageOf(seconds), ending);
  }

  private complete(event: RealtimeEvent): Promise<unknown> | undefined {
    const seconds = this.audio.complete(event.text('item_id'), contentOf(event));
    if (seconds === undefined) return undefined;
    const reported = this.codec.transcriptUsage(event.whole(), this.bill.audioTokensPerMinute);
    if (!reported && seconds === 0) return undefined;
    return this.charge(reported, this.usageOf(seconds), 'complete');
  }

  private charge(reported: Usage | undefined, counted: Usage, ending: Ending): Promise<unknown> {
    const { transcriber: model } = this.models;
    return this.bill.chargeTranscript({ reported, counted }, { model, fromHold: this.only, ending });
  }

  /** As of a file of this length; see `operations/transcription.ts`. */
  private usageOf(seconds: number): Usage {
    return { ...noUsage(), input: Math.max(1, audioTokens(seconds, this.bill.audioTokensPerMinute)) };
  }
}

function contentOf(event: RealtimeEvent): number {
  return event.number('content_index') ?? 0;
}
