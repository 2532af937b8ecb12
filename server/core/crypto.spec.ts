import { keyIdOf, Vault } from './crypto.js';

const vault = new Vault('a secret of this installation');
const another = new Vault('a secret of another installation');

test('what is sealed can be read with its secret alone', () => {
  const sealed = vault.seal('sk-key');
  expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[\w-]+$/);
  expect(Buffer.from(sealed.split(':')[2]!, 'base64url').toString('latin1')).not.toContain('sk-key');
  expect(vault.open(sealed)).toBe('sk-key');
  expect(vault.seal('sk-key')).not.toBe(sealed);
  expect(() => another.open(sealed)).toThrow('was TOLLGATE_SECRET changed');
  expect(new Vault('a new secret', { previous: ['a secret of this installation'] }).open(sealed)).toBe(
    'sk-key',
  );
});

test('a sealed text that was changed is not read', () => {
  const sealed = vault.seal('sk-key');
  const last = sealed.at(-1) === 'A' ? 'Q' : 'A';
  expect(() => vault.open(sealed.slice(0, -1) + last)).toThrow();
});

test('the hash by which a secret is found depends on the secret of the installation', () => {
  expect(vault.lookupHash('sk-key')).toMatch(/^[0-9a-f]{64}$/);
  expect(vault.lookupHash('sk-key')).toBe(new Vault('a secret of this installation').lookupHash('sk-key'));
  expect(vault.lookupHash('sk-key')).not.toBe(vault.lookupHash('sk-kex'));
  expect(vault.lookupHash('sk-key')).not.toBe(another.lookupHash('sk-key'));
});

describe('with other secrets beside the current one', () => {
  const rotating = new Vault('a new secret', {
    previous: ['a secret of this installation', 'a new secret'],
    next: ['a secret of next year'],
  });

  test('each opens, the current one alone seals', () => {
    for (const secret of ['a secret of this installation', 'a secret of next year', 'a new secret']) {
      const other = new Vault(secret);
      expect(rotating.open(other.seal('sk-key'))).toBe('sk-key');
      expect(rotating.openBytes(other.sealBytes(Buffer.from('text'), 'here'), 'here')?.toString()).toBe(
        'text',
      );
    }
    expect(keyIdOf(rotating.seal('sk-key'))).toBe(new Vault('a new secret').keyId);
    expect(new Vault('a new secret').open(rotating.seal('sk-key'))).toBe('sk-key');
    expect(() => rotating.open(another.seal('sk-key'))).toThrow('TOLLGATE_SECRET_PREVIOUS');
  });

  test('a text is found by the hash of each, that of the current one first', async () => {
    const tried: string[] = [];
    const found = await rotating.lookUp('sk-key', async (hash, { isFormer }) => {
      tried.push(hash);
      return isFormer && hash === vault.lookupHash('sk-key') ? 'former' : undefined;
    });
    expect(found).toBe('former');
    expect(tried).toEqual([rotating.lookupHash('sk-key'), vault.lookupHash('sk-key')]);
  });

  test('a text whose hash is replaced between two look-ups is found', async () => {
    let stored = vault.lookupHash('sk-key');
    const found = await rotating.lookUp('sk-key', async (hash) => {
      const isFound = hash === stored;
      stored = rotating.lookupHash('sk-key');
      return isFound || undefined;
    });
    expect(found).toBe(true);
  });

  test('with one secret a text is looked up once', async () => {
    const tried: string[] = [];
    await vault.lookUp('sk-key', async (hash) => void tried.push(hash));
    expect(tried).toEqual([vault.lookupHash('sk-key')]);
  });
});
