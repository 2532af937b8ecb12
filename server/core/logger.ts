import type { LoggerService, LogLevel } from '@nestjs/common';
import { styleText } from 'node:util';
import { pino, type Level, type Logger } from 'pino';
import type { Env } from './env.js';

/** A log line with fields beside its text. Pass it to Nest's `Logger` instead of a string. */
export interface LogEntry {
  readonly message: string;
  readonly requestId?: string;
  readonly stack?: string | undefined;
  readonly [field: string]: unknown;
}

/** Logger contexts of Nest's own start-up messages, one for every module and route. */
const WIRING = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);
/** Nest's levels, least severe first. */
const LEVELS = [
  ['verbose', 'trace'],
  ['debug', 'debug'],
  ['log', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
  ['fatal', 'fatal'],
] as const satisfies readonly (readonly [LogLevel, Level])[];
/** Members of logged objects whose values are replaced, to a depth of three. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'key',
  'apiKey',
  'api_key',
  'accessToken',
  'access_token',
  'token',
  'password',
  'secret',
  'client_secret',
  'credentials',
].map((name) => `["${name}"]`);

/**
 * Nest's logger on pino: one JSON object per line with `time`, `level`, `pid`, `context`, `msg` and, in lines about a
 * request, `requestId`. `LOG_FORMAT=text` writes the same fields for people.
 */
export class AppLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(
    { LOG_LEVEL, LOG_FORMAT }: Pick<Env, 'LOG_LEVEL' | 'LOG_FORMAT'>,
    write: (line: string) => void = (line) => void process.stdout.write(line),
  ) {
    this.pino = pino(
      {
        level: LOG_LEVEL,
        base: { pid: process.pid },
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
        redact: { paths: SECRETS.flatMap((name) => [name, `*${name}`, `*.*${name}`]), censor: '***' },
      },
      { write: LOG_FORMAT === 'text' ? (line) => write(textOf(line)) : write },
    );
  }

  log(message: unknown, ...parameters: unknown[]): void {
    const context = parameters.at(-1);
    if (typeof context === 'string' && WIRING.has(context)) return;
    this.line('info', message, parameters);
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.line('fatal', message, parameters);
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.line('error', message, parameters);
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.line('warn', message, parameters);
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.line('debug', message, parameters);
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.line('trace', message, parameters);
  }

  /** Called by Nest for an application created with a list of levels. */
  setLogLevels(levels: LogLevel[]): void {
    this.pino.level = LEVELS.find(([level]) => levels.includes(level))?.[1] ?? 'silent';
  }

  /** Nest passes the context last and, for errors, the stack before it. */
  private line(level: Level, message: unknown, parameters: readonly unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const context = parameters.at(-1);
    const stack = parameters.length > 1 ? parameters[0] : undefined;
    const { message: text, ...fields } = entryOf(message);
    this.pino[level]({ context, ...(stack !== undefined && { stack }), ...fields }, text);
  }
}

/** An error is logged by message and stack only: its other members may hold secrets, such as the parameters of a query. */
function entryOf(message: unknown): LogEntry {
  if (message instanceof Error) return { message: message.message || message.name, stack: message.stack };
  if (typeof message === 'object' && message !== null)
    return { ...message, message: 'message' in message ? String(message.message) : '' };
  return { message: String(message) };
}

const COLORS = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/** A JSON line for people: `12:34:56.789 WARN  [Relay] request 2026…: message`, then other fields and the stack. */
function textOf(line: string): string {
  const {
    time,
    level,
    context,
    requestId,
    msg,
    stack,
    pid: _pid,
    ...fields
  } = JSON.parse(line) as {
    readonly time: string;
    readonly level: Level;
    readonly context?: string;
    readonly requestId?: string;
    readonly msg: string;
    readonly stack?: string;
    readonly pid: number;
  };
  const name = level.toUpperCase().padEnd(5);
  const shown = process.stdout.isTTY ? styleText(COLORS[level], name) : name;
  const more = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  return `${time.slice(11, 23)} ${shown} ${context ? `[${context}] ` : ''}${requestId ? `request ${requestId}: ` : ''}${msg}${more}\n${stack ? `${stack}\n` : ''}`;
}
