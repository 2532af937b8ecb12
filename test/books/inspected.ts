import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Program } from './program.js';

/** Environment of a program that may be looked into: it chooses a port of its own once it is asked to. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

const PATIENCE_MS = 20_000;

/** A running program's memory, through Node's inspector. */
export class Inspected {
  private lastId = 0;

  private constructor(private readonly inspector: WebSocket) {}

  /** @param program with `INSPECTABLE` in its environment */
  static async open(program: Program): Promise<Inspected> {
    const address = () => /Debugger listening on (ws:\S+)/.exec(program.output)?.[1];
    process.kill(program.pid, 'SIGUSR1');
    for (const end = Date.now() + PATIENCE_MS; !address(); await sleep(20))
      if (Date.now() > end) throw new Error(`nobody to look into:\n${program.output}`);
    const inspector = new WebSocket(address()!);
    await once(inspector, 'open');
    return new Inspected(inspector);
  }

  /**
   * Resident bytes that something lives in: what was garbage is collected before, and room that the heap keeps for what
   * may come is left out.
   */
  async occupied(): Promise<number> {
    await this.ask('HeapProfiler.collectGarbage');
    const expression =
      '(({ rss, heapTotal, heapUsed }) => rss - heapTotal + heapUsed)(process.memoryUsage())';
    const { result } = await this.ask('Runtime.evaluate', { expression });
    return result.value;
  }

  close(): void {
    this.inspector.terminate();
  }

  private async ask(method: string, params: object = {}): Promise<{ result: { value: number } }> {
    const id = ++this.lastId;
    this.inspector.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [message] = (await once(this.inspector, 'message')) as [Buffer];
      const answer = JSON.parse(message.toString()) as { id?: number; result: { result: { value: number } } };
      if (answer.id === id) return answer.result;
    }
  }
}
