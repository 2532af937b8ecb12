import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A database that `npm run import` has read: one row however often. */
@Entity('imports')
export class Import {
  @PrimaryGeneratedColumn('identity', { type: 'int' })
  id!: number;

  /** Fingerprint of the other installation, or the name that `--as` gave it. */
  @Index('imports_source', { unique: true })
  @Column('text')
  source!: string;

  /** Kind and place of the database, without credentials. */
  @Column('text')
  label!: string;

  /** Of `state`, and of the rows in `import_rows`: `IMPORT_FORMAT`. */
  @Column('int')
  format!: number;

  /** How far tables are read whose rows are not in `import_rows`: `ImportState`. */
  @Column('jsonb', { default: {} })
  state!: unknown;

  /** What the last complete run proved, as lines of text. Null: none was complete. */
  @Column('jsonb', { nullable: true })
  proof!: unknown;

  /** Unix seconds. */
  @Column('bigint', { name: 'started_at' })
  startedAt!: number;
}

/** What became of a row of the source: a second run leaves it out. */
@Entity('import_rows')
export class ImportRow {
  @PrimaryColumn('int', { name: 'import_id' })
  importId!: number;

  /** Of the source, as `users`. */
  @PrimaryColumn('text', { name: 'table_name' })
  tableName!: string;

  /** Its id in the source, or the key of an option. */
  @PrimaryColumn('text', { name: 'source_id' })
  sourceId!: string;

  /** 0: it was not imported, as a note says. */
  @Column('bigint', { name: 'own_id' })
  ownId!: number;

  /** The balance that was entered for a user or a token, quota units. */
  @Column('bigint', { nullable: true })
  balance!: number | null;

  /** Of the row as it was read last (`rowHash`); null: an earlier release read it. */
  @Column('text', { nullable: true })
  hash!: string | null;

  /** How often it was updated since. */
  @Column('int', { default: 0 })
  revision!: number;
}

/** What somebody has to know about an imported row. */
@Entity('import_notes')
export class ImportNote {
  @PrimaryColumn('int', { name: 'import_id' })
  importId!: number;

  @PrimaryColumn('text', { name: 'table_name' })
  tableName!: string;

  @PrimaryColumn('text', { name: 'source_id' })
  sourceId!: string;

  /** A key of `RULES`. */
  @PrimaryColumn('text')
  code!: string;

  /** Names and values, none of them secret. */
  @Column('text', { default: '' })
  detail!: string;
}
