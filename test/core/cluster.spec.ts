import { readFileSync } from 'node:fs';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open({ WEB_CONCURRENCY: '2' });
});
afterAll(() => gateway.close());

test('a server of the cluster that dies is replaced', async () => {
  await until(() => servers().length === 2);
  const [first] = servers();
  process.kill(first!, 'SIGKILL');
  await until(() => servers().length === 2 && !servers().includes(first!));
  // The remaining server may still be starting.
  await until(answers);
});

test('servers that can never start are given up on', async () => {
  // The same port once more.
  const second = new Program('server/main.js', gateway.environment);
  expect(await second.run()).toBe(1);
  expect(second.output).toContain('giving up');
});

async function answers(): Promise<boolean> {
  const response = await fetch(`${gateway.url}/api/health/live`).catch(() => undefined);
  return response?.status === 200;
}

/** Process ids of the servers behind the port. */
function servers(): number[] {
  const { pid } = gateway.server;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
