import { readEnv } from '../../server/core/env.js';
import { EgressClient } from '../../server/core/egress/egress-client.js';
import { HttpEgress, type ChosenBy } from '../../server/notifications/http-egress.js';
import { Receiver } from './receiver.js';

let receiver: Receiver;
const clients: EgressClient[] = [];

beforeAll(async () => {
  receiver = await Receiver.start();
});
beforeEach(() => {
  receiver.calls.length = receiver.answers.length = 0;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.onApplicationShutdown()));
  receiver?.close();
});

function client(EGRESS_ALLOW_PRIVATE = true): HttpEgress {
  const made = new EgressClient({ ...readEnv(), EGRESS_ALLOW_PRIVATE });
  clients.push(made);
  return new HttpEgress(made);
}

const send = (chosenBy: ChosenBy, url = receiver.origin, from = client()) =>
  from.send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{}' }, chosenBy);

test.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '169.254.169.254',
  '10.0.0.1',
])('a user’s webhook at %s is not called, whatever channels may reach', async (host) => {
  const { port } = new URL(receiver.origin);
  await expect(send('user', `http://${host}:${port}/`)).rejects.toThrow('is no public address');
  expect(receiver.calls).toEqual([]);
});

test('the operator’s own relay may be inside, unless private addresses are forbidden', async () => {
  expect((await send('operator')).status).toBe(200);
  expect(receiver.calls).toEqual([expect.objectContaining({ url: '/', body: '{}' })]);
  await expect(send('operator', receiver.origin, client(false))).rejects.toThrow('is no public address');
  expect(receiver.calls).toHaveLength(1);
});

test('a redirect is an answer, not a way', async () => {
  receiver.answers.push(307);
  expect((await send('operator')).status).toBe(307);
  expect(receiver.calls).toHaveLength(1);
});
