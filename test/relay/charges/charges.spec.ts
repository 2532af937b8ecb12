import { families } from './index.js';
import { chargedQuota } from './charged-quota.js';

describe.each(families)('$provider', (family) => {
  test.each(family.charges)('$name', async (entry) => {
    const [whole, streamed] = await chargedQuota(family, entry);
    expect({ whole, streamed }).toEqual({ whole: entry.charge, streamed: entry.charge });
  });
});

test('names are unique, and every charge has its page and its working', () => {
  for (const { provider, charges } of families) {
    const names = charges.map(({ name }) => name);
    expect([provider, new Set(names).size]).toEqual([provider, names.length]);
    for (const { documentation, working } of charges) {
      expect(documentation).toMatch(/^https:\/\//);
      expect(working).not.toBe('');
    }
  }
});
