import type { WebSocket } from 'ws';
import { Deadline } from '../../core/deadline.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { record, text } from '../../dialects/json/lenient.js';
import type { Ending } from '../pipeline/settle/endings.js';
import { maskSecrets } from '../pipeline/attempt/mask-secrets.js';
import type { SessionBill } from './session-billing.js';
import { SessionCounters } from './counters.js';
import { itemParts, RealtimeEvent, sessionFacts, OUTPUT_AUDIO_EVENTS, OUTPUT_TEXT_EVENTS } from './events.js';
import { maskedErrorEvent } from './mask-event.js';
import type { OpenUpstream } from './open.js';
import type { EventScreen } from './event-screen.js';
import { forward, type Pump } from './pump.js';
import type { SessionTranscripts } from './session-transcripts.js';

/** Why a session ended, as reported to its client: the provider's close code and reason, or a problem. */
export interface SessionEnd {
  /** Absent: it was not served to an end. */
  readonly ending?: Ending;
  readonly problem?: unknown;
  readonly code?: number;
  readonly reason?: string;
}

/** Failure of a session that the upstream closed during a response. */
const CUT = new UpstreamError({
  status: 502,
  message: 'the upstream ended the session before the response was complete',
  text: 'upstream_cut',
  kind: 'upstream_error',
  code: 'stream_response_error',
  retryable: false,
  disables: false,
});
const SILENT = new UpstreamError({
  ...CUT.failure,
  status: 504,
  message: 'the upstream fell silent',
  text: 'upstream_silent',
});
/** RFC 6455, 7.4.1: the connection closed without a close frame. */
const ABNORMAL = 1006;

/**
 * An open session. Messages are passed in both directions and inspected for usage. Ends when either side closes, when the
 * balance does not cover another response, or on `retire` or `dismiss`; unfinished output is then charged.
 */
export class RealtimeSession {
  /** Resolves when the session is over and settled. */
  readonly ended: Promise<SessionEnd>;
  private readonly counters = new SessionCounters();
  private readonly inProgress = new Set<string>();
  private readonly fromUpstream: Pump;
  /** Responses that the client has requested and the provider has not started. */
  private requested = 0;
  private answersWithAudio = true;
  private over = false;
  private retired: ApiError | undefined;
  private silence: Deadline | undefined;
  private resolveEnded: (end: SessionEnd) => void = () => undefined;

  constructor(
    private readonly client: WebSocket,
    private readonly fromClient: Pump,
    private readonly upstream: OpenUpstream,
    private readonly bill: SessionBill,
    private readonly screen: EventScreen,
    private readonly transcripts: SessionTranscripts,
    /** Maximum milliseconds without upstream events during a response. */
    private readonly silenceMs: number,
    /** Reports a defect of the gateway, which a session should never cause. */
    private readonly report: (defect: unknown) => void,
  ) {
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
    this.fromUpstream = upstream.messages;
  }

  start(): void {
    const { client, upstream } = this;
    client.once('close', () => this.left('cut-by-client', {}));
    upstream.socket.once('close', (code, reason) =>
      this.left('cut-by-upstream', { code, reason: maskSecrets(reason.toString(), upstream.channel) }),
    );
    this.silence = new Deadline(this.silenceMs, () => this.silent());
    const failed = (problem: unknown) => this.stop(problem);
    this.fromClient.start((message, isBinary) => this.passFromClient(message, isBinary), failed);
    this.fromUpstream.start((message, isBinary) => this.passFromUpstream(message, isBinary), failed);
    if (client.readyState !== client.OPEN) this.left('cut-by-client', {});
  }

  /** Ends the session because of a problem in the gateway or of the quota. */
  private stop(problem: unknown): void {
    this.report(problem);
    this.end(problem instanceof ApiError ? 'quota-exhausted' : 'malformed', { problem });
  }

  /** Ends the session as soon as no response is in progress. */
  retire(reason: ApiError): void {
    this.retired = reason;
    this.endRetired();
  }

  /** Ends the session at once and charges what has been produced. */
  dismiss(reason: ApiError): void {
    this.end('revoked', { problem: reason });
  }

  private endRetired(): void {
    if (this.retired && this.inProgress.size === 0) this.end('complete', { problem: this.retired });
  }

  private passFromClient(message: Buffer, isBinary: boolean): Promise<void> | void {
    this.bill.addMessage(message.length);
    // Some providers read events in binary frames, too.
    const event = RealtimeEvent.of(message);
    const { refusal, sent = message } = event ? this.screen.check(event) : {};
    if (refusal !== undefined) return forward(this.client, refusal, false);
    const wait = event && this.readClient(event);
    const { socket } = this.upstream;
    if (!wait) return forward(socket, sent, isBinary);
    return wait.then(() => forward(socket, sent, isBinary));
  }

  private readClient(event: RealtimeEvent): Promise<void> | undefined {
    const { counters, transcripts } = this;
    const wait = transcripts.readClient(event);
    switch (event.type) {
      case 'input_audio_buffer.append':
        // No response will read it.
        if (transcripts.only) return wait;
        counters.countInputAudio(event.bytes('audio'));
        return this.bill.watch(counters.usage());
      case 'session.update':
        counters.readText(text(record(event.whole().session).instructions));
        return undefined;
      case 'conversation.item.create': {
        const { texts, audios } = itemParts(record(event.whole().item));
        for (const one of texts) counters.readText(one);
        for (const one of audios) counters.countInputAudio(Buffer.byteLength(one, 'base64'));
        return this.bill.watch(counters.usage());
      }
      case 'response.create':
        counters.readText(text(record(event.whole().response).instructions));
        this.requested++;
        return this.bill.cover(counters.usage(), this.answersWithAudio);
      default:
        return undefined;
    }
  }

  private passFromUpstream(message: Buffer, isBinary: boolean): Promise<void> | void {
    this.silence?.restart();
    this.bill.addMessage(message.length);
    const event = isBinary ? undefined : RealtimeEvent.of(message);
    if (event?.type === 'response.done') return this.done(event, message);
    const wait = event && (this.transcripts.readUpstream(event) ?? this.readUpstream(event));
    const shown = (event && maskedErrorEvent(event, this.upstream.channel)) ?? message;
    if (!wait) return forward(this.client, shown, isBinary);
    return wait.then(async (problem) => {
      await forward(this.client, shown, isBinary);
      if (problem !== undefined) this.stop(problem);
    });
  }

  private readUpstream(event: RealtimeEvent): Promise<void> | undefined {
    const { counters, bill } = this;
    const { type } = event;
    if (OUTPUT_AUDIO_EVENTS.has(type) || OUTPUT_TEXT_EVENTS.has(type)) {
      bill.firstData();
      if (OUTPUT_AUDIO_EVENTS.has(type)) counters.countOutputAudio(event.bytes('delta'));
      else counters.writeText(event.text('delta'));
      return bill.watch(counters.usage());
    }
    switch (type) {
      case 'session.created':
      case 'session.updated':
      case 'transcription_session.created':
      case 'transcription_session.updated':
        this.applySession(event);
        return undefined;
      case 'response.created':
        if (this.inProgress.size === 0) bill.begin();
        this.inProgress.add(text(record(event.whole().response).id));
        this.requested = Math.max(0, this.requested - 1);
        // With voice activity detection by the provider the client sends no `response.create`.
        return bill.cover(counters.usage(), this.answersWithAudio);
      case 'error':
        this.requested = 0;
        return undefined;
      default:
        return undefined;
    }
  }

  private applySession(event: RealtimeEvent): void {
    const facts = sessionFacts(event.whole());
    this.counters.applySession(facts);
    this.transcripts.applySession(facts);
    this.answersWithAudio = facts.answersWithAudio ?? this.answersWithAudio;
  }

  /** Forwards the end of a response only after its charge is recorded. */
  private async done(event: RealtimeEvent, message: Buffer): Promise<void> {
    const response = record(event.whole().response);
    const reported = this.upstream.codec.usage(response);
    let problem: unknown;
    this.inProgress.delete(text(response.id));
    // A response that failed before any output and without reported usage is free.
    if (reported || this.counters.produced) {
      const counted = this.counters.usage();
      this.counters.clear();
      problem = await this.bill.charge(reported, counted);
    }
    await forward(this.client, maskedErrorEvent(event, this.upstream.channel) ?? message, false);
    if (problem !== undefined) this.stop(problem);
    else this.endRetired();
  }

  private silent(): void {
    if (this.inProgress.size > 0 || this.requested > 0) this.end('stalled', { problem: SILENT });
    else this.silence?.restart();
  }

  /** One side has closed. Messages received before are still processed. */
  private left(ending: Ending, end: SessionEnd): void {
    this.fromUpstream.drained().then(
      () => {
        const cut = ending === 'cut-by-upstream' && (this.busy || end.code === ABNORMAL);
        this.end(ending, cut ? { problem: CUT } : end);
      },
      (problem: unknown) => this.stop(problem),
    );
  }

  /** Whether there is output that the provider may bill and that is not charged yet. */
  private get busy(): boolean {
    return this.inProgress.size > 0 || this.counters.produced;
  }

  private end(ending: Ending, end: SessionEnd): void {
    if (this.over) return;
    this.over = true;
    this.silence?.stop();
    this.fromClient.stop();
    this.fromUpstream.stop();
    const { busy } = this;
    // An interrupted response is never complete, whatever ended the session.
    const charged = busy && ending === 'complete' ? 'cut-by-upstream' : ending;
    this.settle(ending, charged, busy).then(
      () => this.resolveEnded({ ...end, ending }),
      (problem: unknown) => {
        this.report(problem);
        this.resolveEnded({ problem });
      },
    );
  }

  private async settle(ending: Ending, charged: Ending, busy: boolean): Promise<void> {
    try {
      await this.transcripts.end(ending);
    } finally {
      await this.bill.end(charged, busy, this.counters.usage());
    }
  }
}
