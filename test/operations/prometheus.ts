import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrometheus } from '../../scripts/prometheus.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** An alert as Prometheus reports it: https://prometheus.io/docs/prometheus/latest/querying/api/#alerts */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly state: 'pending' | 'firing';
}

/** Debian's Prometheus with the shipped configuration and rules, at other addresses and with shorter times. */
export class Prometheus {
  private constructor(
    private readonly url: string,
    private readonly process: ChildProcess,
  ) {}

  /** @param ports of the servers to scrape */
  static async start(directory: string, ports: readonly number[], token: string): Promise<Prometheus> {
    const program = findPrometheus();
    if (!program) throw new Error('Prometheus is not installed');
    const home = join(directory, 'prometheus');
    mkdirSync(home);
    const shipped = (name: string) => readFileSync(join('docker/monitoring', name), 'utf8');
    writeFileSync(join(home, 'metrics-token'), token);
    // A test cannot wait for minutes; the expressions are the shipped ones.
    writeFileSync(
      join(home, 'prometheus-rules.yaml'),
      shipped('prometheus-rules.yaml').replaceAll(/for: \d+m/g, 'for: 1s'),
    );
    const targets = ports.map((port) => `'127.0.0.1:${port}'`).join(', ');
    writeFileSync(
      join(home, 'prometheus.yaml'),
      shipped('prometheus.yaml')
        .replaceAll('interval: 15s', 'interval: 1s')
        .replace(/targets: .*/, `targets: [${targets}]`),
    );
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(
      program,
      [
        `--config.file=${home}/prometheus.yaml`,
        `--storage.tsdb.path=${home}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
    await until(
      () =>
        fetch(`${url}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      () => output,
    );
    return new Prometheus(url, child);
  }

  /** The value of a query that has one; undefined if it has none yet. */
  async value(query: string): Promise<number | undefined> {
    const { result } = await this.get<{ result: { value: [number, string] }[] }>(
      `query?query=${encodeURIComponent(query)}`,
    );
    return result[0] && Number(result[0].value[1]);
  }

  async alerts(): Promise<readonly Alert[]> {
    return (await this.get<{ alerts: Alert[] }>('alerts')).alerts;
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }

  private async get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.url}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data?: T; error?: string };
    if (data === undefined) throw new Error(error);
    return data;
  }
}
