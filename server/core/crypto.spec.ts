import { Vault } from './crypto.js';

const vault = new Vault('a secret of this installation');
const another = new Vault('a secret of another installation');

test('what is sealed can be read with its secret alone', () => {
  const sealed = vault.seal('sk-key');
  expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[\w-]+$/);
  expect(Buffer.from(sealed.split(':')[2]!, 'base64url').toString('latin1')).not.toContain('sk-key');
  expect(vault.open(sealed)).toBe('sk-key');
  expect(vault.seal('sk-key')).not.toBe(sealed);
  expect(() => another.open(sealed)).toThrow('was TOLLGATE_SECRET changed?');
  expect(new Vault('a new secret', ['a secret of this installation']).open(sealed)).toBe('sk-key');
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
