import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { inTime } from '../setup/until.js';
import { TranscriptionSession, type ScriptedTranscript } from './transcription-session.js';

/** A session as the gateway opened it. */
export interface ReceivedSession {
  /** Includes the query string. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Messages from the gateway, in order, as text. */
  readonly messages: string[];
  readonly socket: WebSocket;
  /** Resolves with the close code; rejects after a timeout. */
  readonly closed: Promise<number>;
}

/** How the upstream responds to `response.create`. */
export interface ScriptedResponse {
  /** Text deltas. */
  readonly texts?: readonly string[];
  /** Audio deltas, base64. */
  readonly audios?: readonly string[];
  /** `response.done.response.usage`; omitted when undefined. */
  readonly usage?: object;
  readonly status?: string;
  /** Milliseconds between two deltas. */
  readonly betweenMs?: number;
  /** Stops before `response.done`: drops the connection, closes it, or sends nothing more. */
  readonly stops?: 'break' | 'close' | 'silence';
  /** Uses the event names of the API's beta version. */
  readonly beta?: true;
}

export const SPOKEN_USAGE = {
  total_tokens: 1650,
  input_tokens: 700,
  output_tokens: 950,
  input_token_details: { text_tokens: 100, audio_tokens: 600, cached_tokens: 0 },
  output_token_details: { text_tokens: 50, audio_tokens: 900 },
};

/** An upstream for realtime sessions: a real WebSocket server on loopback. */
export class RealtimeUpstream {
  readonly sessions: ReceivedSession[] = [];
  /** HTTP responses that reject the next handshakes, in order. */
  readonly refusals: { status: number; body: object; headers?: Record<string, string> }[] = [];
  /** Responses to `response.create`, in order; then `otherwise`. */
  readonly script: ScriptedResponse[] = [];
  otherwise: ScriptedResponse = { texts: ['Hello', ' there'], usage: SPOKEN_USAGE };
  /** The session object in `session.created`. */
  session: object = {
    modalities: ['text', 'audio'],
    input_audio_format: 'pcm16',
    output_audio_format: 'pcm16',
  };
  /** How sessions with `intent=transcription` transcribe. */
  transcript: ScriptedTranscript = {};
  /** Errors for sessions that are accepted and then closed at once, in order. */
  readonly rejections: object[] = [];
  private readonly sockets: WebSocketServer;
  private responses = 0;

  private constructor(private readonly server: Server) {
    this.sockets = new WebSocketServer({
      noServer: true,
      handleProtocols: (offered) => offered.has('realtime') && 'realtime',
    });
    server.on('upgrade', (request, socket: Socket, head) => {
      const refusal = this.refusals.shift();
      if (refusal) {
        const body = JSON.stringify(refusal.body);
        const headers = {
          'content-type': 'application/json',
          'content-length': body.length,
          ...refusal.headers,
        };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.end(`HTTP/1.1 ${refusal.status} No\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
        return;
      }
      this.sockets.handleUpgrade(request, socket, head, (client) => {
        const closing = once(client, 'close').then(([code]) => Number(code));
        const session: ReceivedSession = {
          path: request.url ?? '',
          headers: request.headers,
          messages: [],
          socket: client,
          get closed() {
            return inTime(
              closing,
              () => `the gateway’s closing, after ${this.messages.length} messages of it`,
            );
          },
        };
        this.sessions.push(session);
        const url = new URL(session.path, this.url);
        const transcribes = url.searchParams.get('intent') === 'transcription';
        const transcription = transcribes
          ? new TranscriptionSession(
              (event) => client.send(JSON.stringify(event)),
              () => this.transcript,
            )
          : undefined;
        client.on('message', (data: Buffer) => this.hear(session, data.toString(), transcription));
        const error = this.rejections.shift() ?? (transcription && TranscriptionSession.refusal(url));
        if (error) {
          client.send(JSON.stringify({ type: 'error', error }));
          client.close(3000, 'invalid_request_error');
          return;
        }
        if (transcription) transcription.begin();
        else client.send(JSON.stringify({ type: 'session.created', session: this.session }));
      });
    });
  }

  static async start(): Promise<RealtimeUpstream> {
    const server = createServer((_request, response) => response.writeHead(404).end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RealtimeUpstream(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): ReceivedSession {
    const last = this.sessions.at(-1);
    if (!last) throw new Error('the realtime upstream was not called');
    return last;
  }

  clear(): void {
    this.sessions.length = 0;
    this.refusals.length = 0;
    this.rejections.length = 0;
    this.script.length = 0;
    this.transcript = {};
    this.session = {
      modalities: ['text', 'audio'],
      input_audio_format: 'pcm16',
      output_audio_format: 'pcm16',
    };
    this.otherwise = { texts: ['Hello', ' there'], usage: SPOKEN_USAGE };
  }

  async close(): Promise<void> {
    for (const client of this.sockets.clients) client.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private hear(session: ReceivedSession, text: string, transcription?: TranscriptionSession): void {
    session.messages.push(text);
    if (transcription) return transcription.hear(text);
    if (text.includes('"response.create"')) void this.respond(session, this.script.shift() ?? this.otherwise);
  }

  /** Sends one response, as if it had been requested. */
  async respond({ socket }: ReceivedSession, script: ScriptedResponse): Promise<void> {
    const id = `resp_${++this.responses}`;
    const sendEvent = (event: object) =>
      socket.send(JSON.stringify({ event_id: `event_${Math.random()}`, ...event }));
    sendEvent({ type: 'response.created', response: { id, status: 'in_progress' } });
    const output = script.beta ? '' : 'output_';
    const pieces = [
      ...(script.texts ?? []).map((delta) => ({ type: `response.${output}text.delta`, delta })),
      ...(script.audios ?? []).map((delta) => ({ type: `response.${output}audio.delta`, delta })),
    ];
    for (const piece of pieces) {
      if (script.betweenMs) await sleep(script.betweenMs);
      if (socket.readyState !== socket.OPEN) return;
      sendEvent({ response_id: id, ...piece });
    }
    if (script.stops === 'break') return socket.terminate();
    if (script.stops === 'close') return socket.close(1000, 'enough');
    if (script.stops === 'silence') return;
    sendEvent({
      type: 'response.done',
      response: { id, status: script.status ?? 'completed', usage: script.usage },
    });
  }
}
