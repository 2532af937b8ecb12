import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const SUCCEEDED = Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]);

/** A SOCKS 5 proxy with a password. Every target leads to a port of this machine. */
export class SocksProxy {
  /** `host:port` of each tunnel that was asked for. */
  readonly targets: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    private readonly password: string,
  ) {}

  /** @param port of this machine, to which all tunnels lead */
  static async start(port: number, password: string): Promise<SocksProxy> {
    const server = createServer();
    const proxy = new SocksProxy(server, port, password);
    server.on('connection', (socket) => void proxy.serve(socket).catch(() => socket.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  url(password = this.password): string {
    return `socks5://user:${encodeURIComponent(password)}@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async serve(socket: Socket): Promise<void> {
    this.sockets.add(socket.on('error', () => undefined));
    const next = async () => ((await once(socket, 'data')) as [Buffer])[0];
    const [, , ...methods] = await next();
    if (!methods.includes(2)) return void socket.end(Buffer.from([5, 255]));
    socket.write(Buffer.from([5, 2]));
    const signIn = await next();
    const isRight = signIn.subarray(3 + signIn[1]!).toString() === this.password;
    // The answers come in two pieces each.
    for (const byte of [1, isRight ? 0 : 1]) {
      socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    if (!isRight) return void socket.end();
    const request = await next();
    this.targets.push(targetOf(request));
    const onward = connect(this.port, '127.0.0.1');
    this.sockets.add(onward.on('error', () => socket.destroy()));
    await once(onward, 'connect');
    socket.write(SUCCEEDED.subarray(0, 6));
    await new Promise(setImmediate);
    socket.write(SUCCEEDED.subarray(6));
    onward.pipe(socket).pipe(onward);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

function targetOf(request: Buffer): string {
  const type = request[3];
  const length = type === 3 ? 1 + request[4]! : type === 1 ? 4 : 16;
  const address = request.subarray(4, 4 + length);
  const port = request.readUInt16BE(4 + length);
  const host =
    type === 3 ? address.subarray(1).toString() : type === 1 ? address.join('.') : address.toString('hex');
  return `${host}:${port}`;
}
