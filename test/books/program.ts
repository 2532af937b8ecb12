import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** Kept of what a program said, characters. */
const MAX_OUTPUT = 200_000;
/** How long one may take to end when asked to. */
const PATIENCE_MS = 60_000;

/** One built program of the gateway as a child process; started again as often as a test likes. */
export class Program {
  /** The end of what it has said in all its lives. */
  output = '';
  private child: ChildProcess | undefined;

  /**
   * @param script below `dist/`
   * @param environment nothing else reaches the program
   * @param home the checkout whose build is run
   * @param args its arguments
   */
  constructor(
    private readonly script: string,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly home = root,
    private readonly args: readonly string[] = [],
  ) {}

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Process id of the one that runs, or ran last. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error(`${this.script} was never started`);
    return this.child.pid;
  }

  start(): void {
    const child = spawn(
      process.execPath,
      // It ends by itself when this process is gone, however that came about.
      ['--import', join(root, 'scripts/follow.mjs'), `dist/${this.script}`, ...this.args],
      {
        cwd: this.home,
        env: { PATH: process.env.PATH, ...this.environment },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    const listen = (chunk: Buffer): void =>
      void (this.output = (this.output + chunk.toString()).slice(-MAX_OUTPUT));
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    this.child = child;
  }

  /** Starts it and waits for its end. @returns the exit code, or the signal that ended it */
  async run(): Promise<number | string> {
    this.start();
    // At its exit, the last lines may still be in the pipe.
    if (this.child) await once(this.child, 'close');
    return this.ended();
  }

  /** The exit code, or the signal that ended it, once it has ended. */
  async ended(): Promise<number | string> {
    const child = this.child;
    if (!child) throw new Error(`${this.script} was never started`);
    if (this.running) await once(child, 'exit');
    return child.exitCode ?? String(child.signalCode);
  }

  /** Sends a signal and waits for the end; one that does not end is killed. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    if (!this.running) return 'not running';
    this.child?.kill(signal);
    const insist = setTimeout(() => this.child?.kill('SIGKILL'), PATIENCE_MS);
    const how = await this.ended();
    clearTimeout(insist);
    return how;
  }
}
