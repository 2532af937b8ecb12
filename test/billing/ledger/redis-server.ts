import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis of a test's own, to be killed, frozen and started again on the same port. */
export class RedisServer {
  private child: ChildProcess | undefined;
  private readonly directory = mkdtempSync(join(tmpdir(), 'redis-'));

  private constructor(
    private readonly port: number,
    private readonly persistent: boolean,
  ) {}

  /** @param persistent keeps an append-only file, so that its memory survives a kill */
  static async start(persistent = false): Promise<RedisServer> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    await new Promise((done) => probe.close(done));
    const server = new RedisServer(port, persistent);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const append = this.persistent ? 'yes' : 'no';
    const flags = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--dir', this.directory];
    // With "everysec", Redis postpones writes to the file by up to two seconds while the disk is busy.
    const file = ['--appendonly', append, '--appendfsync', 'always'];
    this.child = spawn('redis-server', [...flags, ...file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    for await (const chunk of this.child.stdout!) {
      said += String(chunk);
      if (said.includes('Ready to accept connections')) break;
    }
  }

  /** Gone at once, as with kill -9. */
  async kill(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /** Connections stay open and nobody answers. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    this.thaw();
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
