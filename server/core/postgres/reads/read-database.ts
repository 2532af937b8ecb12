import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel.js';
import type { ReplicaProblem } from '../../../contract/resources/status.js';
import { mayWorkOnPrimary } from './replica-errors.js';
import type { Replica } from './replica.js';

/** Where reads for display go. */
export interface ReadState {
  readonly from: 'replica' | 'primary';
  /** Why not to the replica. */
  readonly problem: ReplicaProblem | undefined;
  /** What the replica shows is not older; undefined if nothing is known about it. */
  readonly maxAgeSeconds: number | undefined;
}

/**
 * Reads of one answer, of which later ones rely on what earlier ones found: from the first one on the primary on, none of them goes to the
 * replica, which may not have it yet.
 */
export class AnswerReads {
  isOnPrimary = false;
}

/**
 * Reads for display: lists of what is never edited, sums, statistics, costs, exports. They may be as old as DATABASE_READ_MAX_LAG_SECONDS
 * allows, and come from the replica (DATABASE_READ_URL) while it can be used, otherwise from the primary. A repository says by taking
 * this class, instead of the data source, that what it reads decides nothing: neither money nor access nor routing.
 */
@Injectable()
export class ReadDatabase implements OnModuleInit, BeforeApplicationShutdown {
  /** Reads that the replica failed and the primary repeated. */
  repeated = 0;

  constructor(
    private readonly primary: DataSource,
    private readonly replica: Replica | undefined,
  ) {}

  onModuleInit(): void {
    void this.replica?.watch();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.replica?.stop();
  }

  /** Undefined without a replica. */
  get state(): ReadState | undefined {
    if (this.replica === undefined) return undefined;
    const { problem, maxAgeSeconds } = this.replica;
    return { from: problem === undefined ? 'replica' : 'primary', problem, maxAgeSeconds };
  }

  /**
   * Runs reads on one of the two databases. If the replica fails them, they are run again on the primary, so they must not have sent
   * anything to a client.
   * @param answer of reads that rely on each other
   */
  async run<T>(read: (database: DataSource) => Promise<T>, answer?: AnswerReads): Promise<T> {
    if (this.replica === undefined || answer?.isOnPrimary) return read(this.primary);
    if (this.replica.problem === undefined)
      try {
        return await this.replica.read(read);
      } catch (error) {
        if (!mayWorkOnPrimary(error)) throw error;
        this.repeated++;
      }
    if (answer) answer.isOnPrimary = true;
    return read(this.primary);
  }

  query<T>(sql: string, parameters?: unknown[], answer?: AnswerReads): Promise<T> {
    return this.run((database) => database.query<T>(sql, parameters), answer);
  }

  transaction<T>(
    isolation: IsolationLevel,
    read: (manager: EntityManager) => Promise<T>,
    answer?: AnswerReads,
  ): Promise<T> {
    return this.run((database) => database.transaction(isolation, read), answer);
  }

  /** What is committed by now must be in later reads of this process. */
  waitForPresent(): void {
    this.replica?.waitForPresent();
  }
}
