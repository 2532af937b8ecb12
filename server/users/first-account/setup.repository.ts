import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { version } from '../../core/version.js';
import { Setup } from './setup.entity.js';

/**
 * Advisory lock id, unique in this application: concurrent processes and setup requests agree on who creates the
 * account.
 */
const LOCK = 7_202_611;

/** The record of the setup, and the lock under which it is written. */
@Injectable()
export class SetupRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Until the transaction ends, no other process can create a first account. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  }

  isRecorded(manager: EntityManager | undefined): Promise<boolean> {
    return (manager ?? this.database.manager).exists(Setup);
  }

  async record(manager: EntityManager): Promise<void> {
    await manager.insert(Setup, { version, initializedAt: Math.floor(Date.now() / 1000) });
  }
}
