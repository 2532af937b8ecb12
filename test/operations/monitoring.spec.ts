import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPrometheus, findPromtool } from '../../scripts/prometheus.mjs';
import { freePort } from '../../scripts/service-home.mjs';
import { criteria } from '../books/clients.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { until } from '../setup/until.js';
import { Nginx } from './nginx.js';
import { Prometheus } from './prometheus.js';

/** Prometheus is not available in every package manager. */
const whereInstalled = findPrometheus() ? test : test.skip;
const TOKEN = 'the token of monitoring';
const LIMIT_MS = 180_000;
/** Few: the rule fires when more than half of the calls of five minutes failed. */
const ANSWERED = 6;
const PAUSE_MS = 300;

let gateway: GatewayProcesses;
let second: Program;
let ports: number[];
let nginx: Nginx;
let failing: ScriptedUpstream;
let channel: number;

beforeAll(async () => {
  failing = await ScriptedUpstream.start();
  gateway = await GatewayProcesses.open({ METRICS_TOKEN: TOKEN });
  ports = [Number(gateway.environment.PORT), await freePort()];
  second = new Program('server/main.js', {
    ...gateway.environment,
    PORT: String(ports[1]),
    TOLLGATE_DATA_DIR: `${gateway.directory}/second`,
  });
  const added = await gateway.call('POST', '/api/channel/', {
    type: 1,
    name: 'failing',
    key: 'sk-upstream',
    group: 'default',
    base_url: failing.url,
    models: 'gpt-4o',
    priority: 10,
  });
  expect(await added.json()).toMatchObject({ success: true });
  const retries = { key: 'RetryTimes', value: '1', confirmed: true };
  expect(await (await gateway.call('PUT', '/api/option/', retries)).json()).toMatchObject({ success: true });
  [{ id: channel }] = (await gateway.sql<{ id: number }>(
    "SELECT id::int FROM channels WHERE name = 'failing'",
  )) as [{ id: number }];
  second.start();
  await until(
    () =>
      fetch(`http://127.0.0.1:${ports[1]}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    () => second.output,
  );
  nginx = await Nginx.startExample(gateway.directory, ports);
}, LIMIT_MS);

afterAll(async () => {
  await nginx?.close();
  await second?.end('SIGKILL');
  await gateway?.close();
  await failing?.close();
}, LIMIT_MS);

/** Names of time series in a text. */
function namesIn(text: string): Set<string> {
  return new Set(text.match(/\btollgate_[a-z_]+/g));
}

test('all metrics that the shipped rules and the dashboard read exist', async () => {
  const { keys } = await gateway.member(1_000_000, 1);
  await gateway.clients.ask(keys[0]!, criteria.slow);
  const scraped = async () =>
    (await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  await until(async () => (await scraped()).includes('tollgate_first_token_seconds_bucket{'));
  const known = namesIn(await scraped());
  const read = ['prometheus-rules.yaml', 'grafana-dashboard.json'].flatMap((name) => [
    ...namesIn(readFileSync(`docker/monitoring/${name}`, 'utf8')),
  ]);
  expect(read.length).toBeGreaterThan(20);
  // Those of a replica are there with one: test/deployment/replica.spec.ts.
  const others = read.filter((name) => !name.startsWith('tollgate_database_replica_'));
  expect(others.filter((name) => !known.has(name))).toEqual([]);
});

(findPromtool() ? test : test.skip)(
  'promtool accepts the shipped configuration and rules, and all metrics',
  async () => {
    const promtool = (args: string[], input = '') => {
      const { status, stdout, stderr } = spawnSync(findPromtool()!, args, { input, encoding: 'utf8' });
      return { status, printed: stdout + stderr };
    };
    const folder = 'docker/monitoring';
    expect(promtool(['check', 'rules', `${folder}/prometheus-rules.yaml`])).toEqual({
      status: 0,
      printed: expect.stringMatching(/SUCCESS: \d+ rules found/) as string,
    });
    // The file of the token is where the operator puts it.
    expect(promtool(['check', 'config', '--syntax-only', `${folder}/prometheus.yaml`])).toMatchObject({
      status: 0,
    });
    const answer = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    // Those of the package for Node's own figures have names that promtool does not like.
    const { printed } = promtool(['check', 'metrics'], await answer.text());
    expect(printed.split('\n').filter((line) => !line.startsWith('nodejs_'))).toEqual(['']);
  },
);

(findPromtool() ? test : test.skip)(
  'a server that leaves the replica for minutes is reported, and one that comes back is not',
  () => {
    const file = `${gateway.directory}/replica-rules.yaml`;
    const series = (values: string, instance: string) =>
      `{ series: 'tollgate_database_replica_used{instance="${instance}"}', values: '${values}' }`;
    writeFileSync(
      file,
      `rule_files: ['${process.cwd()}/docker/monitoring/prometheus-rules.yaml']
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series: [${series('1x4 0x60', 'away')}, ${series('1x4 0x4 1x60', 'back')}]
    promql_expr_test:
      - expr: ALERTS{alertname="TollgateReplicaUnused", alertstate="firing"}
        eval_time: 12m
        exp_samples:
          - labels: 'ALERTS{alertname="TollgateReplicaUnused", alertstate="firing", instance="away", severity="warning"}'
            value: 1
`,
    );
    const { status, stdout, stderr } = spawnSync(findPromtool()!, ['test', 'rules', file], {
      encoding: 'utf8',
    });
    expect({ status, printed: stdout + stderr }).toMatchObject({ status: 0 });
  },
);

whereInstalled(
  'the rules in a real Prometheus fire for a channel whose upstream died, over two servers behind a load balancer',
  async () => {
    const { keys } = await gateway.member(1_000_000_000, 1);
    const prometheus = await Prometheus.start(gateway.directory, ports, TOKEN);
    try {
      const [key] = keys as [string];
      const ask = () =>
        fetch(`${nginx.url}${criteria.json.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(criteria.json.body),
        });
      for (let sent = 0; sent < ANSWERED; sent++) expect((await ask()).status).toBe(200);
      const served = `sum(tollgate_requests_total{channel="${channel}",result="ok"})`;
      await until(
        async () => (await prometheus.value(served)) === ANSWERED,
        () => 'the requests of both servers are counted',
      );
      expect(await prometheus.value('count(up{job="tollgate"} == 1)')).toBe(2);
      expect(await prometheus.value(`count(count by (instance) (${served.slice(4, -1)}))`)).toBe(2);
      await failing.close();
      const fires = async () =>
        (await prometheus.alerts()).find(
          ({ labels, state }) => labels.alertname === 'TollgateChannelFailing' && state === 'firing',
        );
      await until(async () => {
        // Requests go on and are answered by the other channel.
        expect((await ask()).status).toBe(200);
        // Each server's failures are spread over several scrapes: a rate begins with the first one that has the series.
        await sleep(PAUSE_MS);
        return (await fires()) !== undefined;
      });
      expect((await fires())!.labels).toMatchObject({ channel: String(channel), severity: 'warning' });
      expect((await fires())!.annotations.summary).toMatch(
        new RegExp(`^Channel ${channel} fails: [\\d.]+% of its calls`),
      );
      const others = (await prometheus.alerts())
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname);
      expect(others).toEqual(['TollgateChannelFailing']);
    } finally {
      await prometheus.close();
    }
  },
  LIMIT_MS,
);
