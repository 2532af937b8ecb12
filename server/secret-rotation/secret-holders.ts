import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { optionDeclarations, optionKeys } from '../contract/options/index.js';
import { NOTICE_SECRETS } from '../notifications/channels/index.js';
import { RECORD_PREFIXES } from '../relay/stored/sealed-records.js';
import type { Vault } from '../core/crypto.js';
import { AuditSeals } from './holders/audit-seals.js';
import { HashColumnRepository, type HashColumn } from './holders/hash-column.repository.js';
import { RedisRecords } from './holders/redis-records.js';
import { SealedColumnRepository, type SealedColumn } from './holders/sealed-column.repository.js';
import type { SecretHolder } from './secret-holder.js';

const ID = { column: 'id', type: 'bigint' } as const;

const SEALED: readonly SealedColumn[] = [
  { name: 'keys of channels', table: 'channels', id: ID, column: 'key' },
  { name: 'tokens', table: 'tokens', id: ID, column: 'key', hash: 'key_hash' },
  {
    name: 'secrets of hooks of tokens whose keys are not stored',
    table: 'tokens',
    id: ID,
    column: 'hook_secret',
  },
  {
    name: 'secrets of authenticator apps',
    table: 'authenticators',
    id: { column: 'user_id', type: 'bigint' },
    column: 'secret',
  },
  { name: 'redemption codes', table: 'redemptions', id: ID, column: 'key', hash: 'key_hash' },
  {
    name: 'secrets of options',
    table: 'options',
    id: { column: 'key', type: 'text' },
    column: 'value',
    only: optionKeys.filter((key) => optionDeclarations[key].kind === 'secret'),
  },
  {
    name: 'secrets of notifications of accounts',
    table: 'users',
    id: ID,
    column: 'setting',
    members: NOTICE_SECRETS,
  },
  {
    name: 'secrets of notifications of alerts',
    table: 'alert_targets',
    id: { column: 'channel', type: 'text' },
    column: 'setting',
    members: NOTICE_SECRETS,
  },
];

const HASHES: readonly HashColumn[] = [
  {
    name: 'access tokens of accounts',
    table: 'users',
    hash: 'access_token_hash',
    key: 'access_token_key',
    where: 'deleted_at IS NULL',
    remedy:
      'each is renewed by its next use; --discard deletes the others, and their owners create new ones in their account settings',
    discard: 'SET NULL',
  },
  {
    name: 'tokens whose keys are not stored',
    table: 'tokens',
    hash: 'key_hash',
    key: 'hash_key',
    where: `key = '' AND deleted_at IS NULL`,
    remedy:
      'each is renewed by its next use; --discard gives the others up: they end with the former secret, and their owners replace the keys',
    discard: 'GIVE UP',
  },
  {
    name: 'keys of tokens that were replaced',
    table: 'former_keys',
    hash: 'key_hash',
    key: 'hash_key',
    where: 'ends_at > extract(epoch FROM now())',
    remedy: 'each is renewed by its next use, or ends; --discard deletes the others',
    discard: 'DELETE',
  },
  {
    name: 'admin keys',
    table: 'admin_keys',
    hash: 'key_hash',
    key: 'hash_key',
    where: 'expires_at > extract(epoch FROM now())',
    remedy: 'each is renewed by its next use; --discard deletes the others, and their owners create new ones',
    discard: 'DELETE',
  },
  {
    name: 'open invitations',
    table: 'invitations',
    hash: 'token_hash',
    key: 'token_key',
    where: 'expires_at > extract(epoch FROM now())',
    remedy: 'each ends when it is accepted, and after seven days; --discard deletes the others',
    discard: 'DELETE',
  },
];

/**
 * Everything that is stored and depends on TOLLGATE_SECRET, except for what lives for minutes (codes that are sent by mail) and
 * what clients keep (compacted conversations). What is sealed or hashed with `Vault` in a new place is added here, and to the
 * table in docs/secret-rotation.md.
 */
export function secretHolders(
  database: DataSource,
  redis: Redis,
  vault: Pick<Vault, 'keyId'>,
): readonly SecretHolder[] {
  return [
    ...SEALED.map((place) => new SealedColumnRepository(database, place)),
    ...HASHES.map((place) => new HashColumnRepository(database, place)),
    new AuditSeals(database, vault),
    new RedisRecords('stored responses', redis, RECORD_PREFIXES.responses),
    new RedisRecords('stored thoughts of models', redis, RECORD_PREFIXES.thoughts),
  ];
}
