import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { criteria } from '../books/clients.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';
import { TestAuthority } from './certificates.js';
import { ConnectProxy } from './connect-proxy.js';
import { enablePostgresTls, enableRedisTls } from './service-tls.js';

const MODEL = 'gpt-4o-mini';

let gateway: GatewayProcesses;
let provider: Server;
let proxy: ConnectProxy;
const programs: Program[] = [];
let environment: Record<string, string>;

/** Everything has TLS by a CA of its own, every secret is a file, and the provider is reached through a proxy only. */
beforeAll(async () => {
  gateway = await GatewayProcesses.open({}, { ownPostgres: true });
  await gateway.call('POST', '/api/channel/', {
    type: 1,
    name: 'behind the proxy',
    key: 'sk-upstream',
    group: 'default',
    base_url: 'https://provider.example',
    models: MODEL,
  });
  await gateway.server.end('SIGTERM');
  await gateway.worker.end('SIGTERM');

  const authority = new TestAuthority(join(gateway.directory, 'tls'));
  await enablePostgresTls((query) => gateway.sql(query), authority);
  const port = await enableRedisTls((...words) => gateway.redis.call(...words), authority);
  const { cert, key } = authority.sign('provider', 'DNS:provider.example');
  provider = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (socket) => {
    const onward = connect(Number(new URL(gateway.upstream.url).port), '127.0.0.1');
    onward.pipe(socket).pipe(onward);
    for (const one of [onward, socket]) one.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  proxy = await ConnectProxy.start((provider.address() as AddressInfo).port);

  const { DATABASE_URL, REDIS_URL, TOLLGATE_SECRET, ...others } = gateway.environment;
  const secrets = {
    DATABASE_URL: `${DATABASE_URL}?sslmode=verify-full&sslrootcert=${authority.ca}`,
    REDIS_URL: REDIS_URL!.replace('redis:', 'rediss:').replace(/:\d+$/, `:${port}`),
    TOLLGATE_SECRET: TOLLGATE_SECRET!,
  };
  environment = { ...others, NODE_EXTRA_CA_CERTS: authority.ca, HTTPS_PROXY: proxy.url };
  for (const [name, value] of Object.entries(secrets)) {
    const file = join(gateway.directory, name.toLowerCase());
    writeFileSync(file, `${value}\n`, { mode: 0o600 });
    environment[`${name}_FILE`] = file;
  }
  programs.push(new Program('server/main.js', environment), new Program('worker/main.js', environment));
  for (const program of programs) program.start();
  await until(
    async () => (await gateway.readiness()) === 200,
    () => programs.map(({ output }) => output).join(''),
  );
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end('SIGKILL')));
  proxy?.close();
  provider?.close();
  await gateway?.close();
});

test('requests are served and posted', async () => {
  await gateway.signIn();
  const { keys, id } = await gateway.member(5_000_000);
  for (const wish of [criteria.json, criteria.stream])
    expect(
      await gateway.clients.ask(keys[0]!, { ...wish, body: { ...wish.body, model: MODEL } }),
    ).toMatchObject({ status: 200, whole: true });
  expect(new Set(proxy.targets)).toEqual(new Set(['provider.example:443']));
  await gateway.quiet();
  expect(
    await gateway.sql('SELECT count(*)::int AS rows FROM logs WHERE user_id = $1 AND type = 2', [id]),
  ).toEqual([{ rows: 2 }]);
  const sessions = await gateway.sql<{ ssl: boolean }>(
    `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'tollgate%'`,
  );
  expect(sessions).toEqual([{ ssl: true }]);
});

test('migrations and the audit do so, too', async () => {
  const migration = new Program('server/database/migrate.js', environment);
  expect([await migration.run(), migration.output]).toEqual([0, 'database: up to date\n']);
  const audit = new Program('server/billing/ledger/ledger-audit.command.js', environment);
  expect([await audit.run(), audit.output]).toEqual([0, expect.not.stringContaining('REDIS_URL')]);
});
