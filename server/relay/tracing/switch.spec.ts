import { isTraced } from './switch.js';

const env = {
  OTEL_SDK_DISABLED: 'false',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_PROTOCOL: undefined,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: undefined,
};
const ENDPOINT = 'http://127.0.0.1:4318';

test('spans are exported only where an endpoint is set', () => {
  expect(isTraced(env)).toEqual({ isOn: false });
  expect(isTraced({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT })).toEqual({ isOn: true });
  expect(isTraced({ ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${ENDPOINT}/v1/traces` })).toEqual({
    isOn: true,
  });
});

test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }])(
  '%p turns them off',
  (more) => {
    expect(isTraced({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...more })).toEqual({ isOn: false });
  },
);

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /grpc/],
  [{ OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, /http\/json/],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /zipkin/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /http/],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'unix:/socket' }, /http/],
])('%p is not supported, which is reported and does not stop the server', (more, problem) => {
  const { isOn, problem: found } = isTraced({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, ...more });
  expect(isOn).toBe(false);
  expect(found).toMatch(problem);
});
