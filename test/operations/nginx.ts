import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findNginx } from '../../scripts/nginx.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { until } from '../setup/until.js';

/** Debian's nginx in front of several servers, with nothing set that has a default but paths and ports. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly errorLog: string,
  ) {}

  /** Lines of its error log. */
  errors(): string[] {
    return readFileSync(this.errorLog, 'utf8').trim().split('\n');
  }

  /** @param directory for its files; @param ports of the servers on loopback */
  static async start(directory: string, ports: readonly number[]): Promise<Nginx> {
    const program = findNginx();
    if (!program)
      throw new Error('nginx is not installed: npm test installs it, or apt-get install nginx-light');
    const port = await freePort();
    const home = join(directory, 'nginx');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'nginx.conf'), configuration(home, port, ports));
    const child = spawn(program, ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
      stdio: 'ignore',
    });
    await until(
      () => accepts(port),
      () => 'nginx does not listen',
    );
    return new Nginx(`http://127.0.0.1:${port}`, child, join(home, 'error.log'));
  }

  async close(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }
}

function configuration(home: string, port: number, ports: readonly number[]): string {
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
  upstream tollgate {
    ${ports.map((one) => `server 127.0.0.1:${one};`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://tollgate;
    }
  }
}
`;
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
