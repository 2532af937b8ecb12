import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/service-home.mjs';
import { GatewayProcesses, type ProcessesOptions } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';
import { Nginx } from './nginx.js';

const WORKERS = 2;
const SILENT_START_MS = 5000;

interface Member {
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Undefined: a worker. */
  readonly url: string | undefined;
  program: Program;
}

export interface FleetOptions extends ProcessesOptions {
  /** How many; three by default. */
  readonly servers?: number;
}

/** Servers behind an nginx and two workers, whose processes are replaced one by one by those of another release. */
export class Fleet {
  private readonly servers: Member[];
  private readonly workers: Member[];

  private constructor(
    readonly gateway: GatewayProcesses,
    readonly nginx: Nginx,
    members: readonly Member[],
  ) {
    this.servers = members.filter(({ url }) => url !== undefined);
    this.workers = members.filter(({ url }) => url === undefined);
  }

  static async start({ servers = 3, ...options }: FleetOptions): Promise<Fleet> {
    const { home } = options;
    const gateway = await GatewayProcesses.open({ DRAIN_DELAY: '1' }, options);
    const ports = [Number(gateway.environment.PORT)];
    while (ports.length < servers) ports.push(await freePort());
    const member = (script: string, index: number, port: number | undefined): Member => {
      const isFirst = index === 0;
      const directory = `${gateway.directory}/${script.split('/')[0]}-${index}`;
      if (!isFirst) gateway.dataDirectories.push(directory);
      const environment = {
        ...gateway.environment,
        PORT: String(port ?? 0),
        ...(!isFirst && { TOLLGATE_DATA_DIR: directory }),
      };
      const first = port === undefined ? gateway.worker : gateway.server;
      const program = isFirst ? first : new Program(script, environment, home);
      return {
        script,
        environment,
        url: port === undefined ? undefined : `http://127.0.0.1:${port}`,
        program,
      };
    };
    const members = [
      ...ports.map((port, index) => member('server/main.js', index, port)),
      ...Array.from({ length: WORKERS }, (_, index) => member('worker/main.js', index, undefined)),
    ];
    for (const { program } of members) if (!program.running) program.start();
    for (const one of members) await ready(one);
    const nginx = await Nginx.start(gateway.directory, ports, {
      // Servers are replaced within the 10 s in which nginx by default asks one that refused a connection no more.
      server: 'max_fails=0',
      // A client's next request would meet the closing of its connection when nginx reads its configuration again.
      http: 'keepalive_timeout 0;',
    });
    return new Fleet(gateway, nginx, members);
  }

  /**
   * Replaces processes one by one; each serves before the next one stops.
   * @param afterEach awaited between two of them
   * @param drained whether nginx stops asking a server before it stops
   */
  async roll(
    which: 'servers' | 'workers',
    home: string | undefined,
    afterEach: () => Promise<unknown>,
    { drained = false } = {},
  ): Promise<void> {
    for (const one of this[which]) {
      if (drained) await this.nginx.leaveOut(Number(one.environment.PORT));
      const how = await one.program.end('SIGTERM');
      if (how !== 0) throw new Error(`${one.script} ended with ${how}:\n${one.program.output}`);
      one.program = new Program(one.script, one.environment, home);
      one.program.start();
      await ready(one);
      if (drained) await this.nginx.leaveOut();
      await afterEach();
    }
  }

  /** Stops one process, by its number from 0, and starts it again after `downMs` milliseconds. */
  async interrupt(
    which: 'servers' | 'workers',
    index: number,
    signal: 'SIGKILL' | 'SIGTERM',
    downMs: number,
  ): Promise<void> {
    const { program } = this[which][index]!;
    await program.end(signal);
    await sleep(downMs);
    program.start();
  }

  /** Number of processes of a kind. */
  count(which: 'servers' | 'workers'): number {
    return this[which].length;
  }

  /** Waits until all processes serve. One that cannot start while a database is away has ended, and is started again. */
  async allReady(): Promise<void> {
    for (const one of [...this.servers, ...this.workers]) {
      await until(
        async () => {
          if (!one.program.running) one.program.start();
          return one.url === undefined ? one.program.running : isReady(one.url);
        },
        () => one.program.output,
      );
    }
  }

  /** What the processes said, the newest of each. */
  output(): string {
    return [...this.servers, ...this.workers].map(({ program }) => program.output).join('\n');
  }

  async close(): Promise<void> {
    await this.nginx.close();
    await Promise.all([...this.servers, ...this.workers].map(({ program }) => program.end('SIGKILL')));
    await this.gateway.close();
  }
}

async function ready({ url, program }: Member): Promise<void> {
  const startedAt = performance.now();
  await until(
    async () => {
      if (!program.running) throw new Error(`ended:\n${program.output}`);
      // A worker reports its start, and nothing before it; that of the first release reports nothing at all.
      return url === undefined
        ? program.output !== '' || performance.now() - startedAt > SILENT_START_MS
        : isReady(url);
    },
    () => program.output,
  );
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
