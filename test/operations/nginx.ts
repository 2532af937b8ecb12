import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../../scripts/nginx.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** Until processes with the new configuration accept connections, and requests of the old ones are answered. */
const RELOAD_MS = 1000;

/** Lines of nginx's configuration beside its defaults. */
interface NginxOptions {
  /** Parameters of each `server` of the upstream. */
  readonly server?: string;
  /** Directives of `http`. */
  readonly http?: string;
}

/** Debian's nginx in front of several servers, with its defaults but for paths, ports and `options`. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly errorLog: string,
    private readonly configure: (leftOut?: number) => void,
  ) {}

  /** Reads its configuration again, with one server left out. @param port of that server; undefined: with all */
  async leaveOut(port?: number): Promise<void> {
    this.configure(port);
    this.process.kill('SIGHUP');
    await sleep(RELOAD_MS);
  }

  /** Lines of its error log. */
  errors(): string[] {
    return readFileSync(this.errorLog, 'utf8').trim().split('\n');
  }

  /** @param directory for its files; @param ports of the servers on loopback */
  static start(directory: string, ports: readonly number[], options: NginxOptions = {}): Promise<Nginx> {
    return Nginx.run(directory, ports, (port, servers) => plainSite(port, servers, options));
  }

  /** As `start`, with docker/nginx.conf at other addresses and without TLS. */
  static startExample(directory: string, ports: readonly number[]): Promise<Nginx> {
    return Nginx.run(directory, ports, exampleSite);
  }

  /** @param siteOf directives of `http` for a port and the servers' ports */
  private static async run(
    directory: string,
    ports: readonly number[],
    siteOf: (port: number, servers: readonly number[]) => string,
  ): Promise<Nginx> {
    const program = findNginx();
    if (!program)
      throw new Error('nginx is not installed: npm test installs it, or apt-get install nginx-light');
    const port = await freePort();
    const home = join(directory, 'nginx');
    mkdirSync(home, { recursive: true });
    const configure = (leftOut?: number) => {
      const servers = ports.filter((one) => one !== leftOut);
      writeFileSync(join(home, 'nginx.conf'), configuration(home, siteOf(port, servers)));
    };
    configure();
    const child = spawn(program, ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
      stdio: 'ignore',
    });
    await until(
      () => accepts(port),
      () => 'nginx does not listen',
    );
    return new Nginx(`http://127.0.0.1:${port}`, child, join(home, 'error.log'), configure);
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }
}

function configuration(home: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n  ');
  return `
daemon off;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log off;
  ${temporary}
  ${site}
}
`;
}

function plainSite(port: number, ports: readonly number[], { server = '', http = '' }: NginxOptions): string {
  return `
  ${http}
  upstream tollgate {
    ${ports.map((one) => `server 127.0.0.1:${one} ${server};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://tollgate;
    }
  }
`;
}

function exampleSite(port: number, ports: readonly number[]): string {
  return readFileSync('docker/nginx.conf', 'utf8')
    .replace(/(?: {2}server 10\.0\.0\.\d+:3000 (.+)\n)+/, (_, rest: string) =>
      ports.map((one) => `  server 127.0.0.1:${one} ${rest}\n`).join(''),
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ {2}ssl_certificate.*\n/g, '');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
