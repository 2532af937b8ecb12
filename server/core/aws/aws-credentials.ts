import { EnvironmentProxies } from '../egress/environment-proxies.js';
import { proxyAgent } from '../egress/proxy-agent.js';
import { setVariableOfPackage, type Env } from '../env.js';

/** Limits of one call of the packages of AWS, milliseconds. */
const CONNECT_MS = 5000;
const REQUEST_MS = 10_000;
/** How long a connection may be silent within an answer. */
const SILENCE_MS = 60_000;

/** The packages announce on each start that later versions will need a later Node; ours are those of the lock file. */
const NO_ANNOUNCEMENT = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** Credentials of AWS. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** @param options `forceRefresh`: the last ones were refused */
export type AwsCredentialProvider = (options?: {
  readonly forceRefresh?: boolean;
}) => Promise<AwsCredentials>;

/** The region of this process; undefined: none is set. */
export function awsRegion({ AWS_REGION, AWS_DEFAULT_REGION }: Env): string | undefined {
  return AWS_REGION ?? AWS_DEFAULT_REGION;
}

/**
 * The credentials of this process, found as all programs of AWS do: variables, profiles, a web identity (of Kubernetes), the endpoint of
 * the container, the metadata server of the machine (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html).
 * They are kept, and replaced before they end. The package is loaded when it is used.
 * @throws Error of the package if there are none, or if they are refused
 */
export function awsCredentials(env: Env): AwsCredentialProvider {
  let provider: Promise<AwsCredentialProvider> | undefined;
  return async (options) => {
    provider ??= providerOf(env);
    return (await provider)(options);
  };
}

async function providerOf(env: Env): Promise<AwsCredentialProvider> {
  const region = awsRegion(env);
  const [{ defaultProvider }, requestHandler] = await Promise.all([
    import('@aws-sdk/credential-provider-node'),
    awsRequestOptions(env, `https://sts.${region ?? 'us-east-1'}.amazonaws.com`, REQUEST_MS),
  ]);
  // Applies to the token service; the endpoints of containers and machines are never reached through a proxy.
  return defaultProvider({ clientConfig: { requestHandler, ...(region !== undefined && { region }) } });
}

/**
 * How the packages of AWS call an address: within limits, and through the proxy of the environment if it has one for it.
 * @param requestMs milliseconds until an answer begins
 */
export async function awsRequestOptions(env: Env, url: string, requestMs: number) {
  setVariableOfPackage(NO_ANNOUNCEMENT, 'true');
  const proxy = EnvironmentProxies.of(env)?.proxyOf(url);
  const agent = proxy === undefined ? undefined : await proxyAgent(proxy);
  return {
    connectionTimeout: CONNECT_MS,
    requestTimeout: requestMs,
    socketTimeout: SILENCE_MS,
    throwOnRequestTimeout: true,
    ...(agent && { httpAgent: agent, httpsAgent: agent }),
  };
}
