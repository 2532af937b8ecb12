import type { WebSocket, RawData } from 'ws';
import { Deadline } from '../../core/deadline.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import type { UpstreamCall } from '../../dialects/kit/provider.js';
import type { AnswerSink, CallLimits, OpenCall } from './client.js';
import { networkFailure } from './network-failure.js';
import { HandshakeRefused, type OpeningSocket, type UpstreamSockets } from './sockets.js';

/**
 * A request over WebSocket: the body is sent as one text message, and each message received is one server-sent event. The
 * response ends with the message that the provider declares to be the last, or when the connection is closed.
 */
export class WebSocketCall implements OpenCall {
  private readonly opening: OpeningSocket;
  private socket: WebSocket | undefined;
  private idle: Deadline | undefined;
  private paused = false;
  private over = false;

  constructor(
    sockets: UpstreamSockets,
    private readonly call: UpstreamCall,
    private readonly limits: CallLimits,
    proxy: string | undefined,
    private readonly sink: AnswerSink,
  ) {
    const { url, headers, body } = call;
    this.opening = sockets.open({ url, headers, subprotocols: [] }, proxy);
    this.opening.opened
      .then((socket) => this.run(socket, body))
      .catch((problem: unknown) => this.refused(problem));
  }

  private run(socket: WebSocket, body: Buffer | undefined): void {
    if (this.over) return socket.terminate();
    this.socket = socket;
    socket.on('message', (data: RawData) => this.received(data));
    socket.on('close', () => this.finish(() => this.sink.end()));
    socket.on('error', (error: Error) => this.finish(() => this.sink.fail(networkFailure(error))));
    this.sink.head(200, { 'content-type': 'text/event-stream' });
    if (!this.paused) socket.resume();
    socket.send(body?.toString('utf8') ?? '');
    this.wait();
  }

  private received(data: RawData): void {
    if (this.over) return;
    this.wait();
    const text = (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString('utf8');
    this.sink.data(Buffer.from(`data: ${text.replaceAll('\n', '\ndata: ')}\n\n`));
    if (this.isLast(text)) this.finish(() => this.sink.end());
  }

  private isLast(text: string): boolean {
    try {
      return this.call.isLastMessage?.(text) ?? false;
    } catch {
      // The reader of the response reports messages that cannot be parsed.
      return false;
    }
  }

  private wait(): void {
    this.idle?.stop();
    const { idleMs } = this.limits;
    if (idleMs > 0) this.idle = new Deadline(idleMs, () => this.timedOut());
  }

  private timedOut(): void {
    const error = Object.assign(new Error('no message in time'), { code: 'ETIMEDOUT' });
    this.finish(() => this.sink.fail(networkFailure(error)));
  }

  private refused(problem: unknown): void {
    this.finish(() => {
      if (problem instanceof HandshakeRefused) {
        this.sink.head(problem.status, problem.headers);
        this.sink.data(Buffer.from(problem.body));
        this.sink.end();
      } else this.sink.fail(problem instanceof UpstreamError ? problem : networkFailure(problem as Error));
    });
  }

  private finish(report: () => void): void {
    if (this.over) return;
    this.abort();
    report();
  }

  pause(): void {
    this.paused = true;
    this.idle?.stop();
    this.socket?.pause();
  }

  resume(): void {
    this.paused = false;
    this.socket?.resume();
    if (this.socket) this.wait();
  }

  abort(): void {
    this.over = true;
    this.idle?.stop();
    this.opening.abort();
    this.socket?.terminate();
  }
}
