// Keeps one program running while the launcher lives.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { look } from './processes.mjs';

/** Delays after consecutive short runs; one more short run than delays and the program is given up. */
const DELAYS_MS = [500, 1000, 2000, 4000, 8000];
const SHORT_RUN_MS = 30_000;

/** A program that is restarted when it ends by itself, with growing delays. */
export class KeptRunning {
  #stopping = false;
  #shortRuns = 0;
  #pause = new AbortController();
  #ended = Promise.resolve();
  #child;

  /**
   * @param {{
   *   name: string,
   *   launch: () => import('node:child_process').ChildProcess,
   *   ready?: (child: import('node:child_process').ChildProcess) => Promise<void>,
   *   ending: { signal: NodeJS.Signals, patienceMs: number, last: NodeJS.Signals },
   *   report: (line: string) => void,
   *   changed?: () => void,
   *   delaysMs?: number[],
   * }} program `ready` resolves when it can be used and rejects when it cannot; `changed` is called for every new process
   */
  constructor(program) {
    this.program = program;
    /** Resolves with the reason when the program is not restarted any more. */
    this.givenUp = new Promise((resolve) => (this.#giveUp = resolve));
  }

  #giveUp;

  /** The running process in the format of the lock file; undefined if it is not running. */
  get recorded() {
    const pid = this.#child?.pid;
    const seen = pid && running(this.#child) ? look(pid) : undefined;
    return seen && { pid, startedAt: seen.startedAt };
  }

  /** Starts it and waits until it is ready. The first start is not retried, so that its error is shown at once. */
  async start() {
    const child = this.#launch();
    await this.program.ready?.(child);
    this.#ended = this.#watch(child, Date.now());
  }

  /** Stops it for good, with the configured signal, and with the last one if it takes too long. */
  async stop() {
    this.#stopping = true;
    this.#pause.abort();
    const child = this.#child;
    if (child && running(child)) {
      const exit = once(child, 'exit');
      child.kill(this.program.ending.signal);
      const insist = setTimeout(() => child.kill(this.program.ending.last), this.program.ending.patienceMs);
      await exit;
      clearTimeout(insist);
    }
    await this.#ended;
  }

  /** Kills it without waiting any longer. */
  kill() {
    if (this.#child && running(this.#child)) this.#child.kill(this.program.ending.last);
  }

  #launch() {
    const child = this.program.launch();
    this.#child = child;
    child.on('error', (error) => this.program.report(`${this.program.name}: ${error.message}`));
    this.program.changed?.();
    return child;
  }

  async #watch(child, since) {
    while (!this.#stopping) {
      const how = await end(child);
      if (this.#stopping) return;
      this.#shortRuns = Date.now() - since < SHORT_RUN_MS ? this.#shortRuns + 1 : 1;
      const delay = (this.program.delaysMs ?? DELAYS_MS)[this.#shortRuns - 1];
      if (delay === undefined) {
        this.#giveUp(`${this.program.name} ended ${this.#shortRuns} times in a row (${how})`);
        return;
      }
      this.program.report(`${this.program.name} ended (${how}), starting it again in ${delay / 1000} s`);
      await sleep(delay, undefined, { signal: this.#pause.signal }).catch(stopped);
      if (this.#stopping) return;
      since = Date.now();
      child = this.#launch();
      // If it is not ready it has ended or hangs; the error is logged here and the next iteration sees the end.
      await this.program.ready?.(child).catch((error) => this.program.report(error.message));
    }
  }
}

function running(child) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** @returns {Promise<string>} how it ended, as text */
async function end(child) {
  if (running(child)) await once(child, 'exit');
  return child.signalCode ?? `exit code ${child.exitCode}`;
}

/** Ignores the abort of the pause by a stop. */
function stopped(error) {
  if (error.name !== 'AbortError') throw error;
}
