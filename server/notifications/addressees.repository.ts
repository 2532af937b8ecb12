import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Role } from '../contract/enums.js';
import type { Addressee } from './target.js';

interface Root extends Addressee {
  readonly id: number;
  readonly username: string;
}

/** Accounts as receivers of notices. Deleted accounts receive none. */
@Injectable()
export class AddresseesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(userId: number, manager?: EntityManager): Promise<Addressee | undefined> {
    const [account] = await (manager ?? this.dataSource.manager).query<Addressee[]>(
      'SELECT email, setting FROM users WHERE id = $1 AND deleted_at IS NULL',
      [userId],
    );
    return account;
  }

  /** The super administrator; the one with the lowest id, if there are several. */
  async findRoot(manager: EntityManager | undefined): Promise<Root | undefined> {
    const [root] = await (manager ?? this.dataSource.manager).query<Root[]>(
      `SELECT id, username, email, setting FROM users WHERE role = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1`,
      [Role.root],
    );
    return root;
  }
}
