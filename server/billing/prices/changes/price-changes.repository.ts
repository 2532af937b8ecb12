import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, Equal, LessThan, type EntityManager } from 'typeorm';
import type { PriceHistoryQuery, PriceOperationsQuery } from '../../../contract/resources/price-change.js';
import { PriceChange } from './price-change.entity.js';

/** Changes of one model that are kept, and of all models together. */
export const KEPT_PER_MODEL = 50;
export const KEPT_CHANGES = 20_000;

/** What the changes of one operation have in common. */
export type Circumstances = Pick<
  PriceChange,
  'operation' | 'actorId' | 'actorName' | 'how' | 'undoes' | 'createdAt'
>;
export type ChangedModel = Pick<PriceChange, 'model' | 'before' | 'after'>;

/** The changes of one operation that are still stored. */
export interface StoredOperation extends Circumstances {
  readonly operationSize: number;
  readonly firstId: number;
  readonly changes: readonly ChangedModel[];
}

/** Rows of `price_changes`. */
@Injectable()
export class PriceChangesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Adds the changes of one operation, and deletes those beyond what is kept. The caller holds the lock of prices. */
  async add(manager: EntityManager, common: Circumstances, changes: readonly ChangedModel[]): Promise<void> {
    // Of one operation that changes more models than are kept, only these could be stored anyway.
    const stored = changes.slice(-KEPT_CHANGES);
    await manager.query(
      `INSERT INTO price_changes
         (operation, operation_size, model, before, after, actor_id, actor_name, how, undoes, created_at)
       SELECT $1, $2, model, before, after, $3, $4, $5, $6, $7
       FROM unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS changed (model, before, after, position)
       ORDER BY position`,
      [
        common.operation,
        changes.length,
        common.actorId,
        common.actorName,
        common.how,
        common.undoes,
        common.createdAt,
        stored.map(({ model }) => storable(model)),
        stored.map(({ before }) => before),
        stored.map(({ after }) => after),
      ],
    );
    await manager.query(
      `DELETE FROM price_changes WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER (PARTITION BY model ORDER BY id DESC) AS place
           FROM price_changes WHERE model IN (SELECT model FROM price_changes WHERE operation = $1)
         ) placed WHERE place > $2)`,
      [common.operation, KEPT_PER_MODEL],
    );
    await manager.query(
      `DELETE FROM price_changes
       WHERE id <= (SELECT id FROM price_changes ORDER BY id DESC OFFSET $1 LIMIT 1)`,
      [KEPT_CHANGES],
    );
  }

  /** Newest first. */
  list({ model, operation, before, size }: PriceHistoryQuery): Promise<PriceChange[]> {
    return this.database.manager.find(PriceChange, {
      where: {
        ...(model !== undefined && { model: Equal(storable(model)) }),
        ...(operation !== undefined && { operation }),
        ...(before !== undefined && { id: LessThan(before) }),
      },
      order: { id: 'DESC' },
      take: size,
    });
  }

  /** Newest first. Ids of an operation follow each other, because changes of prices are made one after another. */
  async operations({ before, size }: PriceOperationsQuery): Promise<StoredOperation[]> {
    return this.database.query<StoredOperation[]>(
      `SELECT operation, operation_size AS "operationSize", min(id) AS "firstId", how, undoes,
         actor_id AS "actorId", actor_name AS "actorName", created_at AS "createdAt",
         json_agg(json_build_object('model', model, 'before', before, 'after', after) ORDER BY id) AS changes
       FROM price_changes
       WHERE operation IN (
         SELECT operation FROM price_changes WHERE id < $1 GROUP BY operation ORDER BY max(id) DESC LIMIT $2)
       GROUP BY operation, operation_size, how, undoes, actor_id, actor_name, created_at
       ORDER BY max(id) DESC`,
      [before ?? 2_147_483_647, size],
    );
  }

  /** The latest change of each model that has one. */
  latest(): Promise<Pick<PriceChange, 'model' | 'createdAt' | 'actorName'>[]> {
    return this.database.query(
      `SELECT DISTINCT ON (model) model, created_at AS "createdAt", actor_name AS "actorName"
       FROM price_changes ORDER BY model, id DESC`,
    );
  }

  /** Changes of an operation, as the transaction sees them. @param model only the one of this model */
  ofOperation(manager: EntityManager, operation: string, model?: string): Promise<PriceChange[]> {
    return manager.find(PriceChange, {
      where: { operation, ...(model !== undefined && { model: Equal(storable(model)) }) },
      order: { id: 'ASC' },
    });
  }
}

/** Postgres text cannot contain NUL, which a name in a JSON option can. */
function storable(name: string): string {
  return name.replaceAll('\0', '\u{FFFD}');
}
