import type { RoutableChannel } from '../../channels/channel-registry.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { isRecord, type UnknownRecord } from '../../dialects/json/lenient.js';
import { hasTranscriptionIntent } from '../../dialects/kit/openai/realtime.js';
import type { TokenIdentity } from '../../tokens/token-identity.js';
import { mapModel } from '../pipeline/attempt/model-mapping.js';
import { rightsOf } from '../pipeline/plan/plan.js';
import type { Planned } from '../pipeline/stages.js';
import type { RelayServices } from '../relay-services.js';
import type { RealtimeEvent } from './events.js';
import { transcriptPrice } from './session-response.js';

type ModelServices = Pick<RelayServices, 'settings' | 'prices' | 'channels'>;

/** Events of the client that may name models, in both generations of names. */
const UPDATES: ReadonlySet<string> = new Set(['session.update', 'transcription_session.update']);

/**
 * The models that a client names in the events of a session. A model that transcribes is checked and mapped as the model of a
 * request is; the session's own model stays the one that it was opened with.
 */
export class SessionModels {
  /** Whether the client opened a session that only transcribes. */
  readonly onlyTranscribes: boolean;
  /** The client's names of transcription models, by upstream name. */
  private readonly names = new Map<string, string>();
  /** The client's name of the transcription model that it requested last. */
  private requested: string | undefined;
  private reported: string | undefined;
  private current: string | undefined;
  /** The session's model as the provider calls it. */
  private ofProvider: string | undefined;

  constructor(
    private readonly request: Planned,
    private readonly channel: Pick<RoutableChannel, 'id' | 'modelMapping'>,
    private readonly services: ModelServices,
  ) {
    this.onlyTranscribes = hasTranscriptionIntent(request.exchange.path);
  }

  /** The client's name of the model that transcribes; undefined where the provider has chosen it and does not name it. */
  get transcriber(): string | undefined {
    return this.current;
  }

  /**
   * Checks the models that an event names.
   * @returns the event with upstream names; undefined if it is to be sent as it is
   * @throws ApiError 403 (model, price), 400 (another model for the session), 503 (the channel does not list the model)
   */
  mapped(event: RealtimeEvent): Buffer | undefined {
    if (UPDATES.has(event.type)) {
      const { session, ...rest } = event.whole();
      return Buffer.from(
        JSON.stringify({ ...rest, session: isRecord(session) ? this.renamed(session) : session }),
      );
    }
    // Of a repeated name only the value that was checked is sent: a provider that reads the first one would get another.
    return event.isRepeated ? Buffer.from(JSON.stringify(event.whole())) : undefined;
  }

  /** @throws ApiError 403, if a token has no access to the transcription model */
  check(token: TokenIdentity): void {
    if (this.requested !== undefined) rightsOf(token, this.requested, this.services.settings.current);
  }

  /** The provider reports the session's model and the one that transcribes. */
  report(model: string | undefined, transcriber: string | undefined): void {
    this.ofProvider = model ?? this.ofProvider;
    if (transcriber === undefined) return;
    const named = this.names.get(transcriber);
    if (named !== undefined) this.current = named;
    // Providers may report the exact version of the model that was requested.
    else if (transcriber !== this.reported) this.current = this.requested ?? transcriber;
    this.reported = transcriber;
  }

  /** A session object whose models are checked and have their upstream names. @throws ApiError */
  private renamed(session: UnknownRecord): UnknownRecord {
    const { model, audio, input_audio_transcription: transcription } = session;
    const input = isRecord(audio) && isRecord(audio.input) ? audio.input : undefined;
    return {
      ...session,
      ...(typeof model === 'string' && { model: this.sessionModel(model) }),
      ...(isRecord(transcription) && { input_audio_transcription: this.renamedTranscription(transcription) }),
      ...(isRecord(audio) &&
        isRecord(input?.transcription) && {
          audio: {
            ...audio,
            input: { ...input, transcription: this.renamedTranscription(input.transcription) },
          },
        }),
    };
  }

  private renamedTranscription(transcription: UnknownRecord): UnknownRecord {
    const { model } = transcription;
    if (typeof model !== 'string') return transcription;
    return { ...transcription, model: this.transcriptionModel(model) };
  }

  /** @returns the upstream name @throws ApiError */
  private sessionModel(named: string): string {
    const { model } = this.request.params;
    const own = mapModel(this.channel.modelMapping, model);
    if (named === model) return own;
    if (named === own || named === this.ofProvider) return named;
    throw new ApiError('invalid_text_request', {
      detail: `the model of a session cannot be changed from ${model} to ${named}`,
    });
  }

  /** @returns the upstream name @throws ApiError */
  private transcriptionModel(requested: string): string {
    const { caller, params, plan } = this.request;
    const { settings, prices, channels } = this.services;
    const { model } = rightsOf(caller.token, requested, settings.current);
    transcriptPrice(this.request, requested, prices);
    // In a conversation the transcript is an addition, which channels need not list.
    const isListed =
      !this.onlyTranscribes ||
      requested === params.model ||
      caller.pinnedChannel !== undefined ||
      channels.serves(this.channel.id, plan.group, model);
    if (!isListed) throw new ApiError('model_not_found', { model: requested, group: plan.group });
    const name = mapModel(this.channel.modelMapping, requested);
    this.names.set(name, requested);
    this.requested = requested;
    return name;
  }
}
