import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * An http proxy that tunnels connections (CONNECT). Every target leads to a port of this machine, so that tests can call
 * public names and addresses.
 */
export class ConnectProxy {
  /** `host:port` of each tunnel that was asked for. */
  readonly targets: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  /** @param port of this machine, to which all tunnels lead */
  static async start(port: number): Promise<ConnectProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    const sockets = new Set<Socket>();
    const proxy = new ConnectProxy(server, sockets);
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      proxy.targets.push(request.url ?? '');
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const one of [socket, onward]) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => [socket, onward].forEach((other) => other.destroy()));
      }
    });
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}
