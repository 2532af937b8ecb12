// Loads an installation of the reader's own. Its requests are real: they call providers, and are charged.
//   npm run load -- --url http://127.0.0.1:3000 --key sk-… --model gpt-4o-mini [--stream] [--seconds 10] [--connections 10]
//                   [--rate 50] [--max-tokens 16] [--body-bytes 300] [--i-own-this-installation]
import net from 'node:net';
import { parseArgs } from 'node:util';
import { messageOf, startNode } from './processes.mjs';

const LIMITS = {
  seconds: 600,
  connections: 1000,
  rate: 20_000,
  'max-tokens': 100_000,
  'body-bytes': 1_048_576,
};
const DEFAULTS = { seconds: '10', connections: '10', 'max-tokens': '16', 'body-bytes': '300' };
const WARM_MS = 1000;
const WORDS = 'Answer with one word. ';

class Refused extends Error {}

/** @returns {{ url: URL, key: string, model: string, stream: boolean, [limit: string]: unknown }} */
function readOptions() {
  const text = (name) => [name, { type: 'string' }];
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(['url', 'key', 'model', ...Object.keys(LIMITS)].map(text)),
      stream: { type: 'boolean', default: false },
      'i-own-this-installation': { type: 'boolean', default: false },
    },
  });
  for (const name of ['url', 'key', 'model']) if (!values[name]) throw new Refused(`--${name} is not set`);
  const numbers = Object.entries(LIMITS).map(([name, most]) => {
    const given = values[name] ?? DEFAULTS[name];
    const number = given === undefined ? undefined : Number(given);
    if (number !== undefined && !(number >= 1 && number <= most))
      throw new Refused(`--${name} must be from 1 to ${most}`);
    return [name, number];
  });
  if (!URL.canParse(values.url)) throw new Refused('--url must be an http(s) address');
  const url = new URL(values.url);
  if (!/^https?:$/.test(url.protocol)) throw new Refused('--url must be an http(s) address');
  if (!isLoopback(url.hostname) && !values['i-own-this-installation'])
    throw new Refused(
      `${url.hostname} is another machine: load what is yours alone, and say so with --i-own-this-installation`,
    );
  if (/[\r\n]/.test(values.key)) throw new Refused('--key must be one line');
  return { ...values, ...Object.fromEntries(numbers), url };
}

function isLoopback(host) {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (net.isIPv4(bare) && bare.startsWith('127.'));
}

/** The bytes of each request. */
function requestOf({ url, key, model, stream, 'max-tokens': maxTokens, 'body-bytes': bytes }) {
  const content = WORDS.repeat(Math.ceil(bytes / WORDS.length)).slice(0, bytes);
  const body = JSON.stringify({
    model,
    max_tokens: maxTokens,
    ...(stream && { stream, stream_options: { include_usage: true } }),
    messages: [{ role: 'user', content }],
  });
  const path = `${url.pathname.replace(/\/$/, '')}/v1/chat/completions`;
  const headers = [
    `host: ${url.host}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`).toString('latin1');
}

async function load(options) {
  const { url, seconds, connections, rate, 'max-tokens': maxTokens } = options;
  const most = rate === undefined ? 'as many as are answered' : `about ${Math.round(rate * seconds)}`;
  console.log(
    `Every request calls a provider and is charged: ${most} requests of at most ${maxTokens} output tokens each, for ${seconds} s.`,
  );
  const isTls = url.protocol === 'https:';
  const clients = startNode(['test/load/clients.mjs']);
  const stop = () => clients.disconnect();
  process.once('SIGINT', () => {
    stop();
    process.exitCode = 130;
  });
  const measured = messageOf(clients, 'measured');
  const ended = messageOf(clients, 'ended');
  clients.send({
    port: Number(url.port || (isTls ? 443 : 80)),
    request: requestOf(options),
    connections,
    rate,
    warmMs: WARM_MS,
    measureMs: seconds * 1000,
    foreign: { host: url.hostname.replace(/^\[|\]$/g, ''), tls: isTls },
  });
  const { seconds: took, total, first, unsent } = await measured;
  const { failures } = await ended;
  clients.disconnect();
  return { took, total, first, unsent, failures };
}

// NaN arrives as null.
const ms = (value) => (value === null ? 'no value' : `${value.toFixed(1)} ms`);

function report({ took, total, first, unsent, failures }) {
  const lines = [
    ['answers', `${total.count} in ${took.toFixed(1)} s`],
    ['requests/s', (total.count / took).toFixed(1)],
    ['first byte', `p50 ${ms(first.p50)}, p99 ${ms(first.p99)}`],
    ['whole answer', `p50 ${ms(total.p50)}, p99 ${ms(total.p99)}`],
    ...(unsent > 0 ? [['not sent', `${unsent}: all connections waited for answers`]] : []),
    ...Object.entries(failures).map(([what, number]) => [`failed ${what}`, String(number)]),
  ];
  for (const [name, value] of lines) console.log(`${`${name}:`.padEnd(16)}${value}`);
}

try {
  const result = await load(readOptions());
  report(result);
  if (result.total.count === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Refused) && !String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
  console.error(`load: ${error.message}`);
  process.exitCode = 2;
}
