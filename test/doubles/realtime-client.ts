import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface Told {
  type: string;
  error?: { message: string; code: string; type: string };
  [member: string]: unknown;
}

/** A client of `/v1/realtime`. */
export class RealtimeClient {
  readonly events: Told[] = [];
  readonly frames: string[] = [];
  /** Resolves with code and reason of the closing. */
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.events.push(JSON.parse(data.toString()) as Told);
      for (const look of this.waiting) look();
    });
    this.closed = once(socket, 'close').then(([code, reason]) => ({
      code: Number(code),
      reason: String(reason),
    }));
  }

  /** With the key in a header. */
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

  /** With the key among the subprotocols, as browsers do. */
  static withSubprotocols(gateway: string, key: string, model: string, more: string[] = []): RealtimeClient {
    return new RealtimeClient(
      new WebSocket(address(gateway, model), ['realtime', `openai-insecure-api-key.${key}`, ...more]),
    );
  }

  /** The answer to a handshake that is refused. */
  async refused(): Promise<{ status: number; body: { error: { message: string; code: string } } }> {
    this.socket.on('error', () => undefined);
    const [, response] = (await once(this.socket, 'unexpected-response')) as [
      unknown,
      NodeJS.ReadableStream & { statusCode: number },
    ];
    let text = '';
    for await (const piece of response) text += String(piece);
    return {
      status: response.statusCode,
      body: JSON.parse(text) as { error: { message: string; code: string } },
    };
  }

  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
    return this;
  }

  send(event: object): void {
    this.socket.send(JSON.stringify(event));
  }

  /** Waits for the nth event of a type. */
  async event(type: string, nth = 1): Promise<Told> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.filter((event) => event.type === type)[nth - 1];
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Asks for a response and waits for its end. */
  async turn(nth = 1): Promise<Told> {
    this.send({ type: 'response.create' });
    return this.event('response.done', nth);
  }

  async close(): Promise<void> {
    this.socket.close(1000);
    await this.closed;
  }
}

function address(gateway: string, model: string): string {
  return `${gateway.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`;
}
