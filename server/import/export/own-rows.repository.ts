import type { EntityManager } from 'typeorm';
import type { Columns } from './sql-script.js';

/** Rows that one statement reads. */
const BATCH = 5000;

/** A row of this installation with the columns of the old gateway. */
export interface OwnRow {
  /** In the old database: where it was imported from, else its id here. */
  readonly id: number;
  readonly isImported: boolean;
  readonly columns: Columns;
}

export type ExportedTable = 'users' | 'tokens' | 'channels' | 'redemptions';

/** Id in the old database of a user here; $3 is added to ids of users that were not imported. 0 = none. */
const userId = (column: string) =>
  `coalesce((SELECT source_id::bigint FROM import_rows m WHERE m.import_id = $1 AND m.table_name = 'users' AND m.own_id = ${column}
     AND m.own_id <> 0), CASE WHEN ${column} = 0 THEN 0 ELSE ${column} + $3 END)`;

/** Columns that keep their names. */
const SELECTED: Readonly<Record<ExportedTable, string>> = {
  users: `t.username, t.password, t.display_name, t.role, t.status, t.email, t.github_id, t.oidc_id, t.wechat_id, t.telegram_id,
    t.linux_do_id, t.quota, t.used_quota, t.request_count, t."group", t.aff_code, t.aff_count, t.aff_quota, t.aff_history,
    ${userId('t.inviter_id')} AS inviter_id, t.deleted_at`,
  tokens: `${userId('t.user_id')} AS user_id, t.key, t.status, t.name, t.created_time, t.accessed_time, t.expired_time,
    t.remain_quota, t.unlimited_quota, t.model_limits_enabled, t.model_limits, t.allow_ips, t.used_quota, t."group",
    t.cross_group_retry, t.deleted_at`,
  channels: `t.type, t.key, t.open_ai_organization, t.test_model, t.status, t.name, t.weight, t.created_time, t.base_url, t.other,
    t.models, t."group", t.used_quota, t.model_mapping, t.status_code_mapping, t.priority, t.auto_ban, t.tag, t.setting,
    t.param_override`,
  redemptions: `${userId('t.user_id')} AS user_id, t.key, t.status, t.name, t.quota, t.created_time, t.redeemed_time,
    ${userId('t.used_user_id')} AS used_user_id, t.deleted_at`,
};

/** Reads what an export writes. All methods are part of one transaction, which sees one moment. */
export class OwnRowsRepository {
  private readonly offsets = new Map<ExportedTable, number>();

  constructor(
    private readonly db: EntityManager,
    private readonly importId: number,
  ) {}

  /** Rows in the order of their ids in the old database. Those of other imports belong to other installations. */
  async *rows(table: ExportedTable): AsyncGenerator<OwnRow> {
    const [offset, users] = [await this.offset(table), await this.offset('users')];
    for (let after = 0; ;) {
      const rows: (Columns & { export_id: number; is_imported: boolean })[] = await this.db.query(
        `SELECT coalesce(r.source_id::bigint, t.id + $4) AS export_id, r.source_id IS NOT NULL AS is_imported, ${SELECTED[table]}
         FROM ${table} t LEFT JOIN import_rows r ON r.import_id = $1 AND r.table_name = '${table}' AND r.own_id = t.id
         WHERE coalesce(r.source_id::bigint, t.id + $4) > $2 AND $3::bigint >= 0 AND NOT EXISTS (
           SELECT 1 FROM import_rows o WHERE o.import_id <> $1 AND o.table_name = '${table}' AND o.own_id = t.id AND o.own_id <> 0)
         ORDER BY 1 LIMIT ${BATCH}`,
        [this.importId, after, users, offset],
      );
      for (const { export_id: id, is_imported: isImported, ...columns } of rows)
        yield { id: Number(id), isImported, columns: columns as Columns };
      if (rows.length < BATCH) return;
      after = Number(rows.at(-1)?.export_id);
    }
  }

  /** Added to the ids of rows that were not imported, so that none is that of an imported row: 0 after an import into an empty installation. */
  private async offset(table: ExportedTable): Promise<number> {
    const known = this.offsets.get(table);
    if (known !== undefined) return known;
    const [row]: { offset: number }[] = await this.db.query(
      `WITH mapped AS (
         SELECT coalesce(max(source_id::bigint), 0) AS last FROM import_rows
         WHERE import_id = $1 AND table_name = '${table}' AND own_id <> 0)
       SELECT CASE WHEN EXISTS (
         SELECT 1 FROM ${table} t WHERE t.id <= mapped.last AND NOT EXISTS (
           SELECT 1 FROM import_rows o WHERE o.table_name = '${table}' AND o.own_id = t.id AND o.own_id <> 0)
       ) THEN mapped.last ELSE 0 END AS offset FROM mapped`,
      [this.importId],
    );
    const offset = Number(row?.offset ?? 0);
    this.offsets.set(table, offset);
    return offset;
  }

  /** Ids in the old database of rows that were imported and are deleted here. */
  async deleted(table: ExportedTable): Promise<number[]> {
    const rows: { id: number }[] = await this.db.query(
      `SELECT source_id::bigint AS id FROM import_rows r WHERE import_id = $1 AND table_name = '${table}' AND own_id <> 0
         AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = r.own_id) ORDER BY 1`,
      [this.importId],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Ids of the imports here, by their names. */
  static async imports(db: EntityManager): Promise<Map<string, number>> {
    const rows: { id: number; source: string }[] = await db.query(
      'SELECT id, source FROM imports ORDER BY id',
    );
    return new Map(rows.map(({ id, source }) => [source, id]));
  }
}
