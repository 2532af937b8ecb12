import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LogsWriter } from '../billing/logs/log-writer.js';
import type { Channel } from './channel.entity.js';

/** A record of a bulk action names this many channels. */
const MAX_NAMED = 50;
/** Of a value a record shows so many characters; lists of models can be long. */
const MAX_SHOWN = 500;
const HIDDEN = '***';
/** Name and password in an address, as proxies have them. */
const LOGIN = /\/\/[^\s/@"]+@/g;

/** Who changes channels. */
export interface ChannelActor {
  readonly id: number;
  readonly username: string;
  /** 10 admin, 100 super admin. */
  readonly role: number;
}

/** Columns of a channel, as far as they matter. */
export type SomeColumns = Partial<Channel>;

/** What changed: a channel's columns, or those of several with their numbers. */
export interface ChannelChange {
  readonly before: SomeColumns | readonly SomeColumns[];
  readonly after: SomeColumns;
}

/** Records in the log what administrators do to channels; no credential gets there. */
@Injectable()
export class ChannelAudit {
  constructor(private readonly logs: LogsWriter) {}

  /** Belongs into the transaction of the change. */
  write(
    manager: EntityManager,
    { id, username }: ChannelActor,
    content: string,
    change?: ChannelChange,
  ): Promise<void> {
    return this.logs.write(manager, {
      userId: id,
      username,
      type: 3,
      content,
      other: {
        admin_info: { admin_id: id, admin_username: username, ...(change && shown(change)) },
      },
    });
  }
}

/** `#1, #2`, and of many the first and how many there are. */
export function numbers(ids: readonly number[]): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => `#${id}`);
  return ids.length > MAX_NAMED ? `${named.join(', ')} … (${ids.length})` : named.join(', ');
}

/** The columns of a row that a change touches. */
export function touched(row: Channel, names: readonly string[]): SomeColumns {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

function shown({ before, after }: ChannelChange): object {
  const several = (rows: readonly SomeColumns[]) => rows.slice(0, MAX_NAMED).map(masked);
  return {
    before: isList(before) ? several(before) : masked(before),
    after: masked(after),
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
