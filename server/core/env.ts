import { z } from 'zod';
import { isProxyList } from './http/proxies.js';

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

const schema = z.object({
  PORT: whole(0, 65535, 3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://'),
  TOLLGATE_DATA_DIR: z.string().min(1).default('./data'),
  TOLLGATE_SECRET: z.string().min(16, 'must have at least 16 characters'),
  WEB_CONCURRENCY: whole(1, 64, 1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'text']).default('json'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  INITIAL_ROOT_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(20).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, 'must be addresses or CIDR ranges, separated by commas')
    .default(''),
  EGRESS_ALLOW_PRIVATE: flag(true),
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
  HOLD_TTL: whole(5, 3600, 120),
  GLOBAL_API_RATE_LIMIT: whole(0, 1_000_000, 180),
  GLOBAL_API_RATE_LIMIT_DURATION: whole(1, 86_400, 180),
  OPERATOR_API_RATE_LIMIT: whole(0, 1_000_000, 3000),
  CRITICAL_RATE_LIMIT: whole(0, 1_000_000, 20),
  CRITICAL_RATE_LIMIT_DURATION: whole(1, 86_400, 1200),
  SESSION_IDLE_DAYS: whole(1, 365, 7),
  SESSION_MAX_DAYS: whole(1, 365, 30),
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
});

/**
 * The environment of server and worker. Units follow the variable names or the README's table; the default is seconds
 * for times and MiB for sizes.
 */
export type Env = z.infer<typeof schema>;

/**
 * Reads and validates the environment.
 * @throws InvalidEnvironment with one line per invalid variable
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return given[name] === undefined ? `${name} is not set` : `${name}: ${issue.message}`;
  });
  throw new InvalidEnvironment(lines);
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
