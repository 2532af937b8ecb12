import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LogType } from '../contract/enums.js';
import type { StoredText } from '../contract/stored-texts/stored-text.js';
import type { RequestOrigin } from '../core/http/access/account.js';
import { LogWriter } from '../billing/logs/log-writer.js';
import type { Channel } from './channel.entity.js';

/** Maximum channels listed in one record. */
const MAX_NAMED = 50;
/** Maximum characters of one value in a record; lists of models can be long. */
const MAX_SHOWN = 500;
const HIDDEN = '***';
/** User name and password in a URL, as in proxy addresses. */
const LOGIN = /\/\/[^\s/@"]+@/g;

/** The user who changes channels. */
export interface ChannelActor {
  readonly id: number;
  readonly username: string;
  /** 10 administrator, 100 super administrator. */
  readonly role: number;
  readonly origin?: RequestOrigin | undefined;
}

/** Some columns of a channel. */
export type SomeColumns = Partial<Channel>;

/** Old and new values of one channel, or of several with their ids. */
export interface ChannelChange {
  readonly before: SomeColumns | readonly SomeColumns[];
  readonly after: SomeColumns | readonly SomeColumns[];
}

/** Writes changes of channels by administrators to the log, without credentials. */
@Injectable()
export class ChannelAudit {
  constructor(private readonly logs: LogWriter) {}

  /** Call within the transaction of the change. */
  write(manager: EntityManager, by: ChannelActor, text: StoredText, change?: ChannelChange): Promise<void> {
    const { id, username } = by;
    return this.logs.write(manager, {
      userId: id,
      username,
      by,
      type: LogType.management,
      text,
      other: {
        admin_info: { admin_id: id, admin_username: username, ...(change && shown(change)) },
      },
    });
  }
}

/** Formats ids as `#1, #2`; long lists end with the total count. */
export function numbers(ids: readonly number[]): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => `#${id}`);
  return ids.length > MAX_NAMED ? `${named.join(', ')} … (${ids.length})` : named.join(', ');
}

/** Returns the given columns of a row. */
export function touched(row: Channel, names: readonly string[]): SomeColumns {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

function shown({ before, after }: ChannelChange): { before: unknown; after: unknown } {
  const several = (rows: readonly SomeColumns[]) => rows.slice(0, MAX_NAMED).map(masked);
  return {
    before: isList(before) ? several(before) : masked(before),
    after: isList(after) ? several(after) : masked(after),
  };
}

function masked(columns: SomeColumns): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      name === 'key' ? HIDDEN : typeof value === 'string' ? short(value) : value,
    ]),
  );
}

function short(text: string): string {
  return text.replace(LOGIN, `//${HIDDEN}@`).slice(0, MAX_SHOWN);
}

function isList(value: ChannelChange['before']): value is readonly SomeColumns[] {
  return Array.isArray(value);
}
