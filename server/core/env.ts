import { z } from 'zod';
import {
  postgresAddressProblem,
  redisAddressProblem,
  withExplicitSslMode,
} from './connections/address-messages.js';
import { isProxyList } from './http/proxies.js';
import { DEFAULT_SHARDS, MAX_SHARDS } from './redis/cluster/shards.js';
import { withSecretFiles } from './secret-files.js';

const MIN_SECRET_LENGTH = 16;

/** An integer given as text, within bounds. */
const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true');
/** An http(s) URL; trailing slashes are removed. */
const address = (fallback: string) =>
  z
    .url({ protocol: /^https?$/, message: 'must be an http(s) address' })
    .default(fallback)
    .transform((text) => text.replace(/\/+$/, ''));

/** As `address`, for variables without a default. */
const optionalAddress = z
  .url({ protocol: /^https?$/, message: 'must be an http(s) address' })
  .transform((text) => text.replace(/\/+$/, ''))
  .optional();

/** It is part of host names. */
const awsRegion = z
  .string()
  .regex(/^[a-z]{2,}(?:-[a-z0-9]+)+$/, 'must be a region, such as eu-central-1')
  .optional();

/** An address of a database. @param problemOf what is wrong with one that has the right scheme */
const databaseAddress = (scheme: RegExp, names: string, problemOf: (url: string) => string | undefined) =>
  z.string().superRefine((url, context) => {
    const message = scheme.test(url) ? problemOf(url) : `must start with ${names}`;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const postgresAddress = databaseAddress(
  /^postgres(ql)?:\/\//,
  'postgres:// or postgresql://',
  postgresAddressProblem,
).transform(withExplicitSslMode);

/** A proxy for outbound calls; without a scheme, an http proxy, as for curl. */
const proxyAddress = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .pipe(
    z.url({
      protocol: /^(https?|socks5h?)$/,
      message: 'must be the address of an http, https or socks5 proxy; percent-encode special characters',
    }),
  )
  .optional();

/**
 * Secrets that are separated by commas. A secret can have a comma, so that the whole text counts, too; one more secret that
 * nothing was sealed with does no harm.
 */
const secretList = z
  .string()
  .default('')
  .transform((text) => [...new Set([text, ...text.split(',').map((part) => part.trim())])])
  .transform((texts) => texts.filter((text) => text.length >= MIN_SECRET_LENGTH))
  .readonly();

/** A path of Vault: no slash at its ends, and no part that leads up. */
const vaultPath = z
  .string()
  .regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/, 'must be a path without slashes at its ends');

/** Values that put contents into spans. Events are not exported. */
const CAPTURING: ReadonlySet<string> = new Set(['true', 'span_only', 'span_and_event']);

const schema = z.object({
  PORT: whole(0, 65535, 3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATABASE_URL: postgresAddress,
  DATABASE_POOL_SIZE: whole(2, 1000, 10),
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_READ_MAX_LAG_SECONDS: whole(3, 3600, 10),
  REDIS_URL: databaseAddress(
    /^rediss?(\+cluster)?:\/\//,
    'redis://, rediss://, redis+cluster:// or rediss+cluster://',
    redisAddressProblem,
  ),
  REDIS_CLUSTER_SHARDS: whole(1, MAX_SHARDS, DEFAULT_SHARDS),
  TOLLGATE_DATA_DIR: z.string().min(1).default('./data'),
  TOLLGATE_SECRET: z.string().min(MIN_SECRET_LENGTH, 'must have at least 16 characters'),
  TOLLGATE_SECRET_PREVIOUS: secretList,
  TOLLGATE_SECRET_NEXT: secretList,
  KEY_REFERENCE_ENV_PREFIX: z
    .string()
    .regex(/^[A-Za-z_]\w{3,}$/, 'must be the beginning of names of variables, at least 4 characters')
    .default('CHANNEL_KEY_'),
  KEY_REFERENCE_DIR: z.string().startsWith('/', 'must be an absolute path').optional(),
  KEY_REFERENCE_TTL: whole(1, 86_400, 300),
  KEY_REFERENCE_AWS_PREFIX: z
    .string()
    .regex(/^[\w/+=.@-]{2,}$/, 'must be the beginning of names of secrets, at least 2 characters')
    .optional(),
  KEY_REFERENCE_GCP_PROJECT: z
    .string()
    .regex(/^(?!\.)[a-z0-9][a-z0-9.:-]*$/, 'must be the id or the number of a project')
    .optional(),
  KEY_REFERENCE_GCP_ADDRESS: address('https://secretmanager.googleapis.com'),
  KEY_REFERENCE_AZURE_VAULT: optionalAddress,
  AWS_REGION: awsRegion,
  AWS_DEFAULT_REGION: awsRegion,
  AWS_ENDPOINT_URL: optionalAddress,
  AWS_ENDPOINT_URL_S3: optionalAddress,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: optionalAddress,
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  GCE_METADATA_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d+)?$/, 'must be a host, or a host and a port')
    .default('metadata.google.internal'),
  AZURE_TENANT_ID: z
    .string()
    .regex(/^(?!\.)[\w.-]+$/, 'must be the id of a tenant')
    .optional(),
  AZURE_CLIENT_ID: z.string().optional(),
  AZURE_CLIENT_SECRET: z.string().optional(),
  AZURE_FEDERATED_TOKEN_FILE: z.string().optional(),
  AZURE_AUTHORITY_HOST: address('https://login.microsoftonline.com'),
  AZURE_POD_IDENTITY_AUTHORITY_HOST: address('http://169.254.169.254'),
  IDENTITY_ENDPOINT: optionalAddress,
  IDENTITY_HEADER: z.string().optional(),
  VAULT_ADDR: optionalAddress,
  VAULT_NAMESPACE: z.string().optional(),
  VAULT_TOKEN: z.string().optional(),
  VAULT_ROLE_ID: z.string().optional(),
  VAULT_SECRET_ID: z.string().optional(),
  VAULT_KUBERNETES_ROLE: z.string().optional(),
  VAULT_KUBERNETES_TOKEN_FILE: z.string().default('/var/run/secrets/kubernetes.io/serviceaccount/token'),
  VAULT_AUTH_MOUNT: vaultPath.optional(),
  VAULT_KV_MOUNT: vaultPath.default('secret'),
  VAULT_KV_FOLDER: vaultPath.or(z.literal('')).default(''),
  WEB_CONCURRENCY: whole(1, 64, 1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'text']).default('json'),
  ACCESS_LOG: flag(false),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  INITIAL_ROOT_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(20).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or CIDR ranges, separated by commas')
    .default(''),
  EGRESS_ALLOW_PRIVATE: flag(true),
  HTTPS_PROXY: proxyAddress,
  HTTP_PROXY: proxyAddress,
  NO_PROXY: z.string().default(''),
  KEEP_ALIVE_TIMEOUT: whole(1, 3600, 130),
  COUNT_TOKENS_RATE_LIMIT: whole(0, 1_000_000, 600),
  REALTIME_SESSIONS_PER_USER: whole(0, 100_000, 20),
  MAX_BODY_MB: whole(1, 1024, 64),
  MAX_ARRIVING_MB: whole(1, 1_048_576, 512),
  MAX_EVENT_LOOP_DELAY: whole(0, 60_000, 100),
  MAX_REQUESTS_IN_FLIGHT: whole(0, 1_000_000, 10_000),
  GEMINI_VISION_MAX_IMAGE_NUM: whole(-1, 10_000, 16),
  MAX_FILE_DOWNLOAD_MB: whole(1, 1024, 20),
  STREAMING_TIMEOUT: whole(1, 3600, 60),
  FIRST_TOKEN_TIMEOUT: whole(1, 3600, 60),
  CONNECT_TIMEOUT: whole(1, 120, 10),
  RELAY_TIMEOUT: whole(0, 86_400, 600),
  AZURE_DEFAULT_API_VERSION: z.string().min(1).default('2024-12-01-preview'),
  DRAIN_DELAY: whole(0, 3600, 5),
  DRAIN_TIMEOUT: whole(0, 3600, 30),
  JOURNAL_PAUSE_MS: whole(1, 60_000, 200),
  JOURNAL_LIMIT: whole(1000, 100_000_000, 1_000_000),
  MAX_JOURNAL_AGE: whole(0, 1_000_000, 3600),
  HOLD_TTL: whole(5, 3600, 120),
  GLOBAL_API_RATE_LIMIT: whole(0, 1_000_000, 180),
  GLOBAL_API_RATE_LIMIT_DURATION: whole(1, 86_400, 180),
  OPERATOR_API_RATE_LIMIT: whole(0, 1_000_000, 3000),
  CRITICAL_RATE_LIMIT: whole(0, 1_000_000, 20),
  CRITICAL_RATE_LIMIT_DURATION: whole(1, 86_400, 1200),
  SESSION_IDLE_DAYS: whole(1, 365, 7),
  SESSION_MAX_DAYS: whole(1, 365, 30),
  ADMIN_SESSION_MAX_HOURS: whole(1, 8760, 12),
  HSTS_INCLUDE_SUBDOMAINS: flag(false),
  SETUP_WIZARD: flag(false),
  VERIFICATION_CODE_TTL_MINUTES: whole(1, 60, 3),
  GENERATE_DEFAULT_TOKEN: flag(false),
  CHANNEL_TEST_FREQUENCY: whole(0, 525_600, 0),
  CHANNEL_UPDATE_FREQUENCY: whole(0, 525_600, 0),
  POLLING_INTERVAL: whole(0, 3600, 0),
  MJ_TASK_TIMEOUT_MINUTES: whole(1, 100_000, 60),
  TASK_TIMEOUT_MINUTES: whole(0, 100_000, 1440),
  TURNSTILE_VERIFY_ADDRESS: address('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  GITHUB_OAUTH_ADDRESS: address('https://github.com'),
  GITHUB_OAUTH_API_ADDRESS: address('https://api.github.com'),
  LINUX_DO_TOKEN_ENDPOINT: address('https://connect.linux.do/oauth2/token'),
  LINUX_DO_USER_ENDPOINT: address('https://connect.linux.do/api/user'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().default('otlp'),
  OTEL_SDK_DISABLED: z.string().default('false'),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z
    .string()
    .default('false')
    .transform((text) => CAPTURING.has(text.toLowerCase())),
});

/** Variables that other programs also read in lower case, which then takes precedence. */
const EITHER_CASE = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/**
 * The environment of server and worker. Units follow the variable names or `docs/configuration.md`; the default is seconds
 * for times and MiB for sizes.
 */
export type Env = z.infer<typeof schema>;

/**
 * Reads and validates the environment.
 * @throws InvalidEnvironment with one line per invalid variable
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const { values, problems } = withSecretFiles(source);
  for (const name of EITHER_CASE) values[name] = values[name.toLowerCase()] || values[name];
  const present = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success && problems.length === 0) return parsed.data;
  const lines = (parsed.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    return present[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  // A secret whose file cannot be read is not reported as missing, too.
  const named = (line: string) =>
    problems.some((problem) => problem.startsWith(`${line.split(/[: ]/)[0]}_FILE`));
  throw new InvalidEnvironment([...problems, ...lines.filter((line) => !named(line))]);
}

/**
 * The environment with the contents of the files that `…_FILE` variables name instead of these variables.
 * @throws InvalidEnvironment with one line per file that cannot be used
 */
export function readSecretFiles(
  source: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { values, problems } = withSecretFiles(source);
  if (problems.length > 0) throw new InvalidEnvironment(problems);
  return values;
}

/** A variable whose name is not known in advance. */
export function variable(name: string): string | undefined {
  return process.env[name];
}

/** Sets a variable that a package reads itself, unless the operator has set it. */
export function setVariableOfPackage(name: string, value: string): void {
  process.env[name] ??= value;
}

/** The environment is invalid; `lines` contains one message per variable. */
export class InvalidEnvironment extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** For entry points: returns the environment, or prints one line per invalid variable to stderr and exits with code 1. */
export function environmentOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}
