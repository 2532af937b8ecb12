import { freePort } from '../../scripts/service-home.mjs';
import { Clients } from '../books/clients.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { expectHonestBooks } from '../books/verdict.js';
import { until } from '../setup/until.js';
import { Nginx } from './nginx.js';

const SERVERS = 3;
const CLIENTS = 12;
/** How many requests there are at least; a longer run is a matter of REQUESTS=10000. */
const REQUESTS = Number(process.env.REQUESTS ?? 1500);
const LIMIT_MS = 600_000;

let gateway: GatewayProcesses;
let nginx: Nginx;
const servers: { program: Program; url: string }[] = [];

beforeAll(async () => {
  gateway = await GatewayProcesses.open({ DRAIN_DELAY: '5' });
  const ports: number[] = [];
  for (let i = 0; i < SERVERS; i++) {
    const port = await freePort();
    const program = new Program('server/main.js', {
      ...gateway.environment,
      PORT: String(port),
      TOLLGATE_DATA_DIR: `${gateway.directory}/server-${i}`,
    });
    ports.push(port);
    servers.push({ program, url: `http://127.0.0.1:${port}` });
    program.start();
  }
  for (const server of servers)
    await until(
      () => isReady(server.url),
      () => server.program.output,
    );
  nginx = await Nginx.start(gateway.directory, ports);
}, LIMIT_MS);

afterAll(async () => {
  await nginx?.close();
  await Promise.all(servers.map(({ program }) => program.end('SIGKILL')));
  await gateway?.close();
}, LIMIT_MS);

test(
  'servers that are restarted one after the other behind an nginx with default settings lose no request',
  async () => {
    const { keys } = await gateway.member(1_000_000_000, 3);
    const clients = new Clients(nginx.url);
    gateway.clients.seen.length = 0;
    clients.start(CLIENTS, keys);
    const served = () => clients.counts()['200'] ?? 0;
    for (const [turn, { program, url }] of servers.entries()) {
      expect(await program.end('SIGTERM')).toBe(0);
      program.start();
      await until(
        () => isReady(url),
        () => program.output,
      );
      // Each server has its share of the load before the next one goes.
      const share = Math.floor((REQUESTS * (turn + 1)) / SERVERS);
      await until(
        () => served() >= share,
        () => `${served()} of ${share} answers`,
      );
    }
    await clients.stop();
    const lost = clients.seen.filter(({ whole }) => !whole).map(({ status, text }) => [status, text]);
    if (lost.length > 0) throw new Error([...lost.flat(), ...nginx.errors()].join('\n'));
    expect(clients.seen.length).toBeGreaterThanOrEqual(REQUESTS);
    gateway.clients.seen.push(...clients.seen);
    await expectHonestBooks(gateway);
  },
  LIMIT_MS,
);

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
