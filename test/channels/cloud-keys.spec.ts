import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsSource } from '../../server/channels/key-references/clouds/aws-source.js';
import { AzureSource } from '../../server/channels/key-references/clouds/azure-source.js';
import { GcpSource } from '../../server/channels/key-references/clouds/gcp-source.js';
import type { KeySource } from '../../server/channels/key-references/key-source.js';
import { ApiError } from '../../server/contract/errors/api-error.js';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { readEnv } from '../../server/core/env.js';
import { AwsServer } from '../doubles/clouds/aws-server.js';
import { AzureServer } from '../doubles/clouds/azure-server.js';
import { GcpServer } from '../doubles/clouds/gcp-server.js';
import { GoogleAccount } from '../doubles/google-account.js';
import { setVariables } from '../setup/variables.js';

/** Keys in the secret managers of three clouds, and the ways to sign in to them. */
const VALUE = 'sk-of-a-cloud';
const DOCUMENT = JSON.stringify({ key: VALUE, number: 7, lines: `${VALUE}\r\n` });
const VERSION = '0123456789abcdef0123456789abcdef';

let aws: AwsServer;
let gcp: GcpServer;
let azure: AzureServer;
let clients: EgressClient[];
let directory: string;
let restore: () => void;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-clouds-'));
});
beforeEach(async () => {
  [aws, gcp, azure] = [new AwsServer(), new GcpServer(), new AzureServer()];
  await Promise.all([aws.start(), gcp.start(), azure.start()]);
  aws.secrets.set('gateway/openai', DOCUMENT).set('gateway/plain', VALUE).set('gateway/gone', null);
  gcp.secrets.set('openai/latest', DOCUMENT).set('openai/3', VALUE).set('gone/latest', null);
  azure.secrets.set('openai', DOCUMENT).set(`openai/${VERSION}`, VALUE).set('gone', null);
  clients = [];
  restore = () => undefined;
});
afterEach(async () => {
  restore();
  for (const client of clients) await client.onApplicationShutdown();
  await Promise.all([aws.close(), gcp.close(), azure.close()]);
  expect([...aws.violations, ...gcp.violations, ...azure.violations]).toEqual([]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The package of AWS reads variables of the process itself. */
function sourceWith(scheme: string, settings: Record<string, string>): KeySource {
  restore();
  restore = setVariables({ ...aws.environment, ...settings });
  const env = readEnv({
    DATABASE_URL: 'postgres://host/db',
    REDIS_URL: 'redis://host',
    TOLLGATE_SECRET: 'a secret of sixteen',
    // The addresses are the operator's, not an administrator's.
    EGRESS_ALLOW_PRIVATE: 'false',
    KEY_REFERENCE_AWS_PREFIX: 'gateway/',
    ...aws.environment,
    ...gcp.environment,
    ...azure.environment,
    ...settings,
  });
  const egress = new EgressClient(env);
  clients.push(egress);
  if (scheme === 'aws') return new AwsSource(env, egress);
  return scheme === 'gcp' ? new GcpSource(env, egress) : new AzureSource(env, egress);
}

const readWith = (source: KeySource, reference: string) =>
  source.read(reference, AbortSignal.timeout(10_000));

/** The code with which a reading fails. */
async function failure(source: KeySource, reference: string): Promise<string> {
  try {
    return `read ${await readWith(source, reference)}`;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

function fileWith(name: string, content: string): string {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

const GIVEN = { AWS_ACCESS_KEY_ID: 'AKIDGIVEN', AWS_SECRET_ACCESS_KEY: 'a secret of AWS' };
const NO_MACHINE = { AWS_EC2_METADATA_DISABLED: 'true' };
const podToken = () => fileWith('pod-token', aws.webIdentity.token);
const clientSecret = () => ({ ...azure.client, AZURE_CLIENT_SECRET: azure.clientSecret });
const accountFile = () => ({
  GOOGLE_APPLICATION_CREDENTIALS: fileWith('account.json', gcp.account.document()),
});

const SIGN_INS: [scheme: string, way: string, settings: () => Record<string, string>][] = [
  ['aws', 'an access key', () => ({ ...GIVEN, ...NO_MACHINE })],
  [
    'aws',
    'a web identity of Kubernetes',
    () => ({ ...NO_MACHINE, AWS_WEB_IDENTITY_TOKEN_FILE: podToken(), AWS_ROLE_ARN: aws.webIdentity.role }),
  ],
  [
    'aws',
    'the endpoint of a container',
    () => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${aws.url}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: aws.containerToken,
    }),
  ],
  ['aws', 'the role of the machine', () => ({})],
  ['gcp', 'the key of a service account', accountFile],
  ['gcp', 'the service account of the machine', () => ({})],
  ['azure', 'a client secret', clientSecret],
  [
    'azure',
    'a workload identity of Kubernetes',
    () => ({ ...azure.client, AZURE_FEDERATED_TOKEN_FILE: fileWith('federated', `${azure.federated}\n`) }),
  ],
  [
    'azure',
    'the managed identity of App Service',
    () => ({ IDENTITY_ENDPOINT: `${azure.url}/identity`, IDENTITY_HEADER: azure.identityHeader }),
  ],
  ['azure', 'the managed identity of the machine', () => ({ AZURE_CLIENT_ID: azure.client.AZURE_CLIENT_ID })],
];
const PLACES: Readonly<Record<string, string>> = { aws: 'gateway/openai', gcp: 'openai', azure: 'openai' };

test.each(SIGN_INS)('%s: a key is read with %s', async (scheme, _way, settings) => {
  const source = sourceWith(scheme, settings());
  const reference = `${scheme}:${PLACES[scheme]}#key`;
  expect(await readWith(source, reference)).toBe(VALUE);
  const calls = () => [...aws.calls, ...gcp.calls, ...azure.calls];
  const signedIn = calls().length;
  expect(await readWith(source, reference)).toBe(VALUE);
  // The sign-in is kept.
  expect(calls()).toHaveLength(signedIn + 1);
});

test.each([
  ['aws:gateway/openai#key', VALUE],
  ['aws:gateway/openai#lines', VALUE],
  ['aws:gateway/openai', DOCUMENT],
  ['aws:gateway/plain', VALUE],
  ['gcp:openai#key', VALUE],
  ['gcp:openai/3', VALUE],
  ['azure:openai#key', VALUE],
  [`azure:openai/${VERSION}`, VALUE],
  ['aws:gateway/openai#none', 'key_reference_missing'],
  ['aws:gateway/openai#number', 'key_reference_missing'],
  ['aws:gateway/openai#toString', 'key_reference_missing'],
  ['aws:gateway/plain#key', 'key_reference_missing'],
  ['aws:gateway/none', 'key_reference_missing'],
  ['aws:gateway/gone', 'key_reference_missing'],
  ['aws:other/openai', 'key_reference_not_allowed'],
  ['aws:gateway/open ai', 'key_reference_invalid'],
  ['aws:gateway/openai#', 'key_reference_invalid'],
  ['aws:arn:aws:secretsmanager:eu-central-1:1:secret:gateway', 'key_reference_invalid'],
  ['gcp:none', 'key_reference_missing'],
  ['gcp:gone', 'key_reference_missing'],
  ['gcp:openai/4', 'key_reference_missing'],
  ['gcp:../../secrets/openai', 'key_reference_invalid'],
  ['gcp:openai/versions/3', 'key_reference_invalid'],
  ['gcp:openai?alt=media', 'key_reference_invalid'],
  ['azure:none', 'key_reference_missing'],
  ['azure:gone', 'key_reference_missing'],
  ['azure:openai/1', 'key_reference_invalid'],
  ['azure:../keys/openai', 'key_reference_invalid'],
])('%s gives %s', async (reference, expected) => {
  const [scheme = ''] = reference.split(':');
  const source = sourceWith(scheme, { ...GIVEN, ...NO_MACHINE, ...accountFile(), ...clientSecret() });
  const code = await failure(source, reference);
  expect(code).toBe(expected.startsWith('key_') ? expected : `read ${expected}`);
});

test.each([
  ['aws', { AWS_ACCESS_KEY_ID: 'AKIDUNKNOWN' }],
  ['aws', { ...NO_MACHINE, AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/other' }],
  ['azure', { AZURE_CLIENT_SECRET: 'another' }],
  ['azure', { AZURE_CLIENT_ID: 'another' }],
] as const)('%s: credentials that are refused say so: %o', async (scheme, changed) => {
  const settings: Record<string, string> =
    'AWS_ROLE_ARN' in changed ? { AWS_WEB_IDENTITY_TOKEN_FILE: podToken() } : { ...GIVEN, ...clientSecret() };
  const source = sourceWith(scheme, { ...settings, ...changed });
  expect(await failure(source, `${scheme}:${PLACES[scheme]}`)).toBe('key_reference_denied');
});

test('gcp: a key file of another account, and one that is none, are refused', async () => {
  const other = fileWith('other.json', new GoogleAccount(() => gcp.url).document());
  const none = fileWith('none.json', '{"type":"external_account"}');
  for (const file of [other, none, '/nowhere/account.json'])
    expect(await failure(sourceWith('gcp', { GOOGLE_APPLICATION_CREDENTIALS: file }), 'gcp:openai')).toBe(
      'key_reference_denied',
    );
});

test.each(['aws', 'gcp', 'azure'])(
  '%s: missing rights, an outage and a cloud that is away differ',
  async (scheme) => {
    // Of Google, the machine's account: the file of a key names the address of its tokens.
    const settings = { ...GIVEN, ...NO_MACHINE, ...clientSecret() };
    const reference = `${scheme}:${PLACES[scheme]}#key`;
    const source = sourceWith(scheme, settings);
    aws.allowed = gcp.allowed = azure.allowed = 'another';
    expect(await failure(source, reference)).toBe('key_reference_denied');
    aws.allowed = gcp.allowed = azure.allowed = '';
    aws.isAway = gcp.isAway = azure.isAway = true;
    expect(await failure(source, reference)).toBe('key_reference_unavailable');
    const nowhere = 'http://127.0.0.1:1';
    const away = sourceWith(scheme, {
      ...settings,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: nowhere,
      KEY_REFERENCE_GCP_ADDRESS: nowhere,
      KEY_REFERENCE_AZURE_VAULT: nowhere,
    });
    expect(await failure(away, reference)).toBe('key_reference_unavailable');
  },
);

test('a session or token that was revoked is replaced once', async () => {
  const machine = sourceWith('aws', {});
  await readWith(machine, 'aws:gateway/plain');
  for (const key of aws.keys.values()) key.isExpired = true;
  expect(await readWith(machine, 'aws:gateway/plain')).toBe(VALUE);
  for (const [scheme, server] of [
    ['gcp', gcp],
    ['azure', azure],
  ] as const) {
    const source = sourceWith(scheme, {});
    await readWith(source, `${scheme}:openai`);
    server.revoke();
    expect(await readWith(source, `${scheme}:openai#key`)).toBe(VALUE);
  }
});

test('a wrong clock is no refusal, and a value that was changed on its way is not used', async () => {
  aws.isClockWrong = true;
  const source = sourceWith('aws', { ...GIVEN, ...NO_MACHINE });
  expect(await failure(source, 'aws:gateway/plain')).toBe('key_reference_unavailable');
  gcp.isCorrupt = true;
  expect(await failure(sourceWith('gcp', {}), 'gcp:openai/3')).toBe('key_reference_unavailable');
});

test('metadata servers are not reached through the proxy of the environment, services are', async () => {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections++;
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const settings = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  try {
    const machine = sourceWith('gcp', { ...settings, GCE_METADATA_HOST: 'metadata.invalid' });
    expect(await failure(machine, 'gcp:openai')).toBe('key_reference_unavailable');
    expect(connections).toBe(0);
    const service = sourceWith('gcp', { ...settings, KEY_REFERENCE_GCP_ADDRESS: 'http://service.invalid' });
    expect(await failure(service, 'gcp:openai')).toBe('key_reference_unavailable');
    expect(connections).toBe(1);
  } finally {
    proxy.close();
  }
});

test.each([
  ['aws', 'KEY_REFERENCE_AWS_PREFIX', { KEY_REFERENCE_AWS_PREFIX: '' }],
  ['aws', 'AWS_REGION', { AWS_REGION: '' }],
  ['gcp', 'KEY_REFERENCE_GCP_PROJECT', { KEY_REFERENCE_GCP_PROJECT: '' }],
  ['azure', 'KEY_REFERENCE_AZURE_VAULT', { KEY_REFERENCE_AZURE_VAULT: '' }],
] as const)('%s is off without %s', async (scheme, variable, settings) => {
  const source = sourceWith(scheme, { ...GIVEN, ...settings });
  expect(source.missingVariable).toBe(variable);
  expect(await failure(source, `${scheme}:${PLACES[scheme]}`)).toBe('key_reference_not_allowed');
});
