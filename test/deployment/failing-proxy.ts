import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a proxy does with a connection. */
export type Behavior = (socket: Socket) => void;

/** Ways in which a proxy, or something that is none, opens no tunnel. */
export const closing: Readonly<Record<string, Behavior>> = {
  'closes each connection': (socket) => socket.destroy(),
  'resets each connection': (socket) => socket.resetAndDestroy(),
  'closes each connection when it was asked': (socket) => socket.once('data', () => socket.destroy()),
  'resets each connection when it was asked': (socket) => socket.once('data', () => socket.resetAndDestroy()),
};

/** A server whose connections end in some way, and are counted. */
export class FailingProxy {
  connections = 0;
  /** Bytes that it received. */
  received = Buffer.alloc(0);
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private behavior: Behavior,
  ) {}

  static async start(behavior: Behavior): Promise<FailingProxy> {
    const server = createServer();
    const proxy = new FailingProxy(server, behavior);
    server.on('connection', (socket) => {
      proxy.connections++;
      proxy.sockets.add(socket.on('error', () => undefined).on('close', () => proxy.sockets.delete(socket)));
      socket.on('data', (bytes) => (proxy.received = Buffer.concat([proxy.received, bytes])));
      proxy.behavior(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  url(scheme: string): string {
    return `${scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Connections that are open. */
  get open(): readonly Socket[] {
    return [...this.sockets];
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
