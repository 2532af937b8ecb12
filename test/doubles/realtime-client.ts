import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../setup/until.js';

export interface RealtimeEvent {
  type: string;
  error?: { message: string; code: string; type: string };
  [member: string]: unknown;
}

export interface Closing {
  code: number;
  reason: string;
}

type ApiError = NodeJS.ReadableStream & { statusCode: number };

/** A client of `/v1/realtime`. Every wait ends at a timeout, or as soon as the connection has closed. */
export class RealtimeClient {
  readonly events: RealtimeEvent[] = [];
  readonly frames: string[] = [];
  private wasOpen = false;
  private closing: Closing | undefined;
  private problem: Error | undefined;
  private refusal: ApiError | undefined;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.events.push(JSON.parse(data.toString()) as RealtimeEvent);
      this.look();
    });
    socket.on('open', () => {
      this.wasOpen = true;
      this.look();
    });
    // A close event follows.
    socket.on('error', (problem) => (this.problem = problem));
    socket.on('close', (code, reason) => {
      this.closing = { code, reason: String(reason) };
      this.look();
    });
  }

  /** Sends the key in a header. */
  static withHeader(
    gateway: string,
    key: string,
    model: string,
    headers: Record<string, string> = {},
  ): RealtimeClient {
    return new RealtimeClient(
      new WebSocket(address(gateway, model), {
        headers: { authorization: `Bearer ${key}`, ...headers },
      }),
    );
  }

  /** Opens a session that only transcribes. */
  static forTranscripts(gateway: string, key: string, model: string): RealtimeClient {
    return new RealtimeClient(
      new WebSocket(`${address(gateway, model)}&intent=transcription`, {
        headers: { authorization: `Bearer ${key}` },
      }),
    );
  }

  /** Sends the key as a subprotocol, as browsers do. */
  static withSubprotocols(gateway: string, key: string, model: string, more: string[] = []): RealtimeClient {
    return new RealtimeClient(
      new WebSocket(address(gateway, model), ['realtime', `openai-insecure-api-key.${key}`, ...more]),
    );
  }

  /** The HTTP response to a rejected handshake. */
  async refused(): Promise<{ status: number; body: { error: { message: string; code: string } } }> {
    this.socket.once('unexpected-response', (_request, response) => {
      this.refusal = response as ApiError;
      this.look();
    });
    const response = await this.wait('a refusal', () => this.refusal);
    let text = '';
    for await (const piece of response) text += String(piece);
    return {
      status: response.statusCode,
      body: JSON.parse(text) as { error: { message: string; code: string } },
    };
  }

  /** Waits until the connection has opened; it may have closed since. */
  opened(): Promise<this> {
    return this.wait('an open session', () => (this.wasOpen ? this : undefined));
  }

  /** Resolves with the close code and reason. */
  get closed(): Promise<Closing> {
    return this.wait('a closing', () => this.closing);
  }

  send(event: object): void {
    this.socket.send(JSON.stringify(event));
  }

  /** Waits for the nth event of the given type or types. */
  event(types: string | readonly string[], nth = 1): Promise<RealtimeEvent> {
    const expectedTypes = [types].flat();
    return this.wait(
      `event ${nth} of ${expectedTypes.join(' or ')}`,
      () => this.events.filter(({ type }) => expectedTypes.includes(type))[nth - 1],
    );
  }

  /** Requests a response and waits for its `response.done`. */
  async turn(nth = 1): Promise<RealtimeEvent> {
    this.send({ type: 'response.create' });
    return this.event('response.done', nth);
  }

  async close(): Promise<void> {
    this.socket.close(1000);
    await this.closed;
  }

  private look(): void {
    for (const look of this.waiting) look();
  }

  /**
   * Checks the condition after every event.
   * @throws Error listing what was received, when the session closes or the timeout expires
   */
  private wait<T>(what: string, find: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (patient = true) => {
        const found = find();
        if (found === undefined && patient && !this.closing) return;
        clearTimeout(patience);
        this.waiting.delete(look);
        if (found === undefined) reject(new Error(`waited for ${what}, but ${this.story()}`));
        else resolve(found);
      };
      const patience = setTimeout(look, PATIENCE_MS, false).unref();
      this.waiting.add(look);
      look();
    });
  }

  private story(): string {
    const came = this.events.map(({ type, error }) => (error ? `${type} (${error.code})` : type));
    const end = this.closing
      ? ['closed with', this.closing.code, this.closing.reason, this.problem?.message]
      : [`nothing more in ${PATIENCE_MS} ms`];
    return `there came ${came.join(', ') || 'no event'}, then ${end.filter(Boolean).join(' ')}`;
  }
}

function address(gateway: string, model: string): string {
  return `${gateway.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`;
}
