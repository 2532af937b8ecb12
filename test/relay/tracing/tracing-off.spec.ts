import { RelayServices } from '../../../server/relay/relay-services.js';
import { OtlpCollector } from '../../doubles/otlp-collector.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { until } from '../../setup/until.js';

let collector: OtlpCollector;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  collector = await OtlpCollector.start();
  upstream = await ScriptedUpstream.start();
});
afterAll(async () => {
  await upstream?.close();
  await collector?.close();
});

/** Sends a request with a trace of its client. */
async function ask(gateway: Gateway): Promise<void> {
  await gateway.sell({ traced: 1 });
  await gateway.addChannel({ base_url: upstream.url, models: 'traced' });
  const key = await gateway.addToken();
  const response = await gateway.relay(
    '/v1/chat/completions',
    key,
    { model: 'traced', messages: [{ role: 'user', content: 'a private text' }] },
    { traceparent: '00-0af7651916cd43dd8448eb211c80319c-0123456789abcdef-01' },
  );
  expect(response.status).toBe(200);
  await response.text();
}

test('without the switch no span has contents', async () => {
  const gateway = await Gateway.start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  try {
    await ask(gateway);
    await until(() => collector.spans.some(({ name }) => name === 'POST /v1/chat/completions'));
    expect(JSON.stringify(collector.spans)).not.toMatch(/private text|gen_ai\.(input|output)\.messages/);
  } finally {
    for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name];
    await gateway.close();
  }
});

test('without an endpoint there is no tracer, and the trace of a client is not passed on', async () => {
  const gateway = await Gateway.start();
  try {
    const { exports } = collector;
    await ask(gateway);
    expect(gateway.app.get(RelayServices).tracer).toBeUndefined();
    expect(upstream.last.headers.traceparent).toBeUndefined();
    expect(collector.exports).toBe(exports);
  } finally {
    await gateway.close();
  }
});
