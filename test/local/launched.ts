import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** The launcher behind `npm start`, on a data directory of its own and without the test run's databases. */
export class Launched {
  /** What it, server and worker have printed so far. */
  output = '';
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(environment: Record<string, string>) {
    this.child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listen = (chunk: Buffer): void => void (this.output += chunk.toString());
    this.child.stdout?.on('data', listen);
    this.child.stderr?.on('data', listen);
    this.ended = once(this.child, 'exit').then(() => this.child.exitCode);
  }

  /** Resolves when it has printed the text. */
  async prints(text: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null || Date.now() > end)
        throw new Error(`"${text}" was not printed:\n${this.output}`);
      await sleep(50);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}
