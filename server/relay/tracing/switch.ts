import type { Env } from '../../core/env.js';

/** The variables that turn tracing on or off. */
type TracingSwitch = Pick<
  Env,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
>;

/** The only protocol whose packages are part of the gateway. */
const PROTOCOL = 'http/protobuf';

/**
 * Whether spans are exported: where an endpoint is set. Platforms set these variables for all their programs, so that values
 * that this program does not support leave it without traces instead of not starting.
 */
export function isTraced(env: TracingSwitch): { readonly isOn: boolean; readonly problem?: string } {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || env.OTEL_SDK_DISABLED.toLowerCase() === 'true') return { isOn: false };
  if (env.OTEL_TRACES_EXPORTER === 'none') return { isOn: false };
  if (env.OTEL_TRACES_EXPORTER !== 'otlp')
    return off(`OTEL_TRACES_EXPORTER=${env.OTEL_TRACES_EXPORTER} is not supported, only otlp is`);
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? PROTOCOL;
  if (protocol !== PROTOCOL)
    return off(`OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not supported, only ${PROTOCOL} is`);
  if (!/^https?:$/.test(protocolOf(endpoint)))
    return off('the endpoint of the collector is not an http(s) address');
  return { isOn: true };
}

function off(problem: string): { readonly isOn: false; readonly problem: string } {
  return { isOn: false, problem };
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}
