import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** Local addresses that stand for "all addresses", and the loopback address of their family. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Milliseconds; a longer wait is measured again at once. */
const LONG_MS = 20;

/**
 * How long new connections wait until this process accepts them. Node accepts one connection in each turn of the event loop
 * (https://github.com/libuv/libuv/pull/3696): with long turns, connections wait in the kernel, where nothing in the process
 * shows them, and beyond its limit they are reset. So the process connects to itself from time to time, and the connection
 * waits its turn among the others.
 *
 * In a cluster the primary process accepts, which does nothing else.
 */
export class AcceptDelay {
  private probe: Socket | undefined;
  private startedAt = 0;
  private lastMs = 0;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      if (this.probe && socket.remotePort === this.probe.localPort) this.accepted(performance.now());
    });
    server.on('close', () => this.end());
  }

  /** Milliseconds, of the connection that waits now if that has waited for longer than the last one. */
  at(now: number): number {
    return this.probe ? Math.max(this.lastMs, now - this.startedAt) : this.lastMs;
  }

  /** Measures anew, unless a measurement is under way. */
  measure(now: number): void {
    if (this.probe || !this.server.listening || cluster.isWorker) return;
    const { address, port } = this.server.address() as AddressInfo;
    this.startedAt = now;
    const probe = connect({ host: LOOPBACK[address] ?? address, port });
    this.probe = probe;
    // Without a connection nothing is known: the listening address cannot be reached from here, or the server closes.
    probe.on('error', () => this.accepted(this.startedAt));
    probe.unref();
  }

  private accepted(now: number): void {
    this.lastMs = now - this.startedAt;
    this.end();
    if (this.lastMs > LONG_MS) setImmediate(() => this.measure(performance.now()));
  }

  private end(): void {
    this.probe?.destroy();
    this.probe = undefined;
  }
}
