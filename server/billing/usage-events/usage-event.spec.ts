import { usageEvent, type UsageEntry } from './usage-event.js';

const entry: UsageEntry = {
  id: 12,
  requestId: '2026112922000000000000012345678',
  kind: 'consume',
  userId: 7,
  tokenId: 3,
  channelId: 5,
  delta: -1500,
  uncollected: 0,
  settledAt: 1_790_000_000,
  username: 'ada',
  tokenName: 'first',
  model: 'gpt-4o',
  group: 'default',
  promptTokens: 10,
  completionTokens: 20,
};

test('a charge is an event of CloudEvents, whose id names request and kind', () => {
  expect(usageEvent(entry, 'one', 500_000)).toEqual({
    specversion: '1.0',
    type: 'tollgate.usage',
    source: 'urn:tollgate:one',
    id: '2026112922000000000000012345678/consume',
    time: '2026-09-21T14:13:20.000Z',
    subject: 'user:7',
    datacontenttype: 'application/json',
    data: {
      format: 1,
      position: 12,
      request_id: '2026112922000000000000012345678',
      kind: 'consume',
      user_id: 7,
      username: 'ada',
      token_id: 3,
      token_name: 'first',
      channel_id: 5,
      group: 'default',
      model: 'gpt-4o',
      prompt_tokens: 10,
      completion_tokens: 20,
      quota: 1500,
      cost_usd: '0.003',
      uncollected: 0,
    },
  });
});

test.each([
  [-1, 1, '0.000002'],
  [0, 0, '0'],
  [500_000, -500_000, '-1'],
  [-123_456_789_012, 123_456_789_012, '246913.578024'],
])('a change of %s costs %s quota units, %s US dollars', (delta, quota, usd) => {
  const { data } = usageEvent({ ...entry, delta }, 'one', 500_000);
  expect([data.quota, data.cost_usd]).toEqual([quota, usd]);
});
