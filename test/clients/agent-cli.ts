import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where a CLI finds the gateway, and as whom it calls. */
export interface Endpoint {
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** How one CLI is configured for the gateway: nothing else differs from its defaults. */
export interface AgentCli {
  readonly name: string;
  /** The API by which it calls the gateway. */
  readonly api: 'Chat Completions' | 'Responses' | 'Messages' | 'Gemini';
  /** The program below node_modules/.bin. */
  readonly program: string;
  /** Files of its configuration, by path below the home folder. */
  files(endpoint: Endpoint): Readonly<Record<string, string>>;
  environment(endpoint: Endpoint): Readonly<Record<string, string>>;
  arguments(endpoint: Endpoint, prompt: string): readonly string[];
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  /** Did it have to be ended? */
  readonly timedOut: boolean;
}

const MAX_OUTPUT = 200_000;

/** A home folder and a working folder of their own, both temporary. */
export class Sandbox {
  readonly home: string;
  readonly directory: string;

  constructor() {
    this.home = mkdtempSync(path.join(tmpdir(), 'tollgate-client-'));
    this.directory = path.join(this.home, 'work');
    mkdirSync(this.directory);
    mkdirSync(path.join(this.home, 'tmp'));
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs a CLI to its end, at most `timeoutMs`; its whole process group ends with it.
 * @param installed the folder with the CLIs' node_modules
 */
export async function runCli(
  cli: AgentCli,
  endpoint: Endpoint,
  prompt: string,
  { home, directory }: Sandbox,
  installed: string,
  timeoutMs: number,
): Promise<Run> {
  for (const [file, content] of Object.entries(cli.files(endpoint))) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), content);
  }
  const started = Date.now();
  const child = spawn(
    path.join(installed, 'node_modules/.bin', cli.program),
    cli.arguments(endpoint, prompt),
    {
      cwd: directory,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        TMPDIR: path.join(home, 'tmp'),
        LANG: 'C.UTF-8',
        TERM: 'dumb',
        CI: '1',
        NO_COLOR: '1',
        DO_NOT_TRACK: '1',
        NO_PROXY: '127.0.0.1,localhost',
        // Nothing but the gateway can be reached: whatever else is called finds nobody.
        HTTPS_PROXY: 'http://127.0.0.1:9',
        HTTP_PROXY: 'http://127.0.0.1:9',
        ...cli.environment(endpoint),
      },
    },
  );
  let output = '';
  const keep = (chunk: Buffer): void => {
    if (output.length < MAX_OUTPUT) output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let timedOut = false;
  const end = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  end();
  return { code, output, seconds: Math.round((Date.now() - started) / 100) / 10, timedOut };
}
