import { Logger } from '@nestjs/common';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { AwsServer } from '../doubles/clouds/aws-server.js';
import { AzureServer } from '../doubles/clouds/azure-server.js';
import type { CloudServer } from '../doubles/clouds/cloud-server.js';
import { GcpServer } from '../doubles/clouds/gcp-server.js';
import { LoopbackServer } from '../doubles/loopback-server.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { askQuestion, COMPLETION } from './questions.js';
import { setVariables } from '../setup/variables.js';

/** Channels whose keys are in the secret manager of a cloud: what clients and administrators see. */
const aws = new AwsServer();
const gcp = new GcpServer();
const azure = new AzureServer();
const CLOUDS: Readonly<
  Record<string, { reference: string; set: (value: string) => void; cloud: CloudServer }>
> = {
  aws: {
    reference: 'aws:gateway/openai#key',
    set: (key) => aws.secrets.set('gateway/openai', JSON.stringify({ key })),
    cloud: aws,
  },
  gcp: { reference: 'gcp:openai', set: (key) => gcp.secrets.set('openai/latest', key), cloud: gcp },
  azure: { reference: 'azure:openai', set: (key) => azure.secrets.set('openai', key), cloud: azure },
};

let gateway: Gateway;
let provider: LoopbackServer;
let token: string;
let restore: () => void;
const sent: string[] = [];
const warn = jest.spyOn(Logger.prototype, 'warn');

beforeAll(async () => {
  await Promise.all([aws.start(), gcp.start(), azure.start()]);
  provider = await LoopbackServer.start(async (request, response) => {
    sent.push(request.headers.authorization?.replace('Bearer ', '') ?? '');
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(COMPLETION));
  });
  const settings = {
    ...aws.environment,
    ...gcp.environment,
    ...azure.environment,
    KEY_REFERENCE_AWS_PREFIX: 'gateway/',
    KEY_REFERENCE_TTL: '1',
  };
  restore = setVariables(settings);
  gateway = await Gateway.start(settings);
  token = await gateway.addToken();
});
beforeEach(async () => {
  await gateway.sql('DELETE FROM channels');
});
afterAll(async () => {
  await gateway?.close();
  restore?.();
  warn.mockRestore();
  await provider?.close();
  await Promise.all([aws.close(), gcp.close(), azure.close()]);
});

const ask = () => askQuestion(gateway, token);

const read = (id: number) => gateway.manage<ChannelResponse>('GET', `/api/channel/${id}`);
const problemOf = async (id: number) => (await read(id)).key_references[0]!.problem;

test.each(Object.keys(CLOUDS))(
  '%s: a channel is served with the key, its rotation is picked up, and an outage does not stop it',
  async (name) => {
    const { reference, set, cloud } = CLOUDS[name]!;
    set(`sk-first-of-${name}`);
    const id = await gateway.addChannel({ key: reference, base_url: provider.url, models: 'gpt-4o' });
    expect(await ask()).toBe(200);
    expect(sent.at(-1)).toBe(`sk-first-of-${name}`);
    set(`sk-second-of-${name}`);
    await until(async () => (await ask()) === 200 && sent.at(-1) === `sk-second-of-${name}`);
    cloud.isAway = true;
    await until(async () => (await problemOf(id)) === 'key_reference_unavailable');
    await gateway.settledEvents();
    expect(await ask()).toBe(200);
    cloud.isAway = false;
    // What the cloud refuses is not used any more.
    cloud.allowed = 'another';
    await until(async () => (await problemOf(id)) === 'key_reference_denied');
    await gateway.settledEvents();
    expect(await ask()).toBe(503);
    await expect(gateway.manage('GET', `/api/channel/test/${id}`)).rejects.toThrow(`${reference}：拒绝访问`);
    cloud.allowed = '';
    expect(JSON.stringify([await read(id), warn.mock.calls])).not.toMatch(
      /sk-(?:first|second)-of-|ya29\.|eyJ0\.|a secret of/,
    );
    expect(warn.mock.calls.join('\n')).toContain(`key ${reference} is not read: key_reference_denied`);
    expect(cloud.violations).toEqual([]);
  },
);

test('a key that could never be read is refused when it is entered, with the reason', async () => {
  gcp.secrets.clear();
  const channel = { type: 1, name: 'new', group: 'default', base_url: provider.url, models: 'gpt-4o' };
  await expect(gateway.manage('POST', '/api/channel/', { ...channel, key: 'gcp:openai' })).rejects.toThrow(
    'gcp:openai：没有值',
  );
});
