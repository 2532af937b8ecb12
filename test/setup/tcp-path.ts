import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A network path to a server: connections through it can go dark, as behind a firewall that drops packets, or lead to another server,
 * as behind a balancer that switches.
 */
export class TcpPath {
  private pairs: (readonly [client: Socket, server: Socket])[] = [];
  private isDark = false;

  private constructor(
    private readonly listener: Server,
    private readonly address: URL,
    private target: number,
  ) {}

  /** @param url address of a server on this machine */
  static async to(url: string): Promise<TcpPath> {
    const address = new URL(url);
    const listener = createServer({ allowHalfOpen: false }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const path = new TcpPath(listener, address, Number(address.port));
    listener.on('connection', (client) => path.accept(client));
    return path;
  }

  /** The server's address through this path. */
  get url(): string {
    const changed = new URL(this.address);
    changed.hostname = '127.0.0.1';
    changed.port = String((this.listener.address() as AddressInfo).port);
    return changed.href;
  }

  /** Nothing passes any more on connections that exist, and none is closed. */
  cutExisting(): void {
    for (const [client, server] of this.pairs) {
      client.unpipe(server);
      server.unpipe(client);
      // What arrives is dropped.
      for (const socket of [client, server]) socket.on('data', () => undefined).removeAllListeners('end');
    }
    this.pairs = [];
  }

  /** Nothing passes any more, and new connections get no answer. */
  cut(): void {
    this.isDark = true;
    this.cutExisting();
  }

  /** New connections pass again. */
  restore(): void {
    this.isDark = false;
  }

  /** Closes all connections; new ones lead to this port. */
  lead(port: number): void {
    this.target = port;
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.pairs = [];
  }

  async close(): Promise<void> {
    const closed = once(this.listener, 'close');
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private readonly sockets = new Set<Socket>();

  private accept(client: Socket): void {
    this.keep(client);
    if (this.isDark) return;
    const server = connect(this.target, this.address.hostname);
    this.keep(server);
    const pair = [client, server] as const;
    this.pairs.push(pair);
    client.pipe(server);
    server.pipe(client);
    const end = () => {
      if (!this.pairs.includes(pair)) return;
      this.pairs = this.pairs.filter((one) => one !== pair);
      for (const socket of pair) socket.destroy();
    };
    client.on('close', end);
    server.on('close', end);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}
