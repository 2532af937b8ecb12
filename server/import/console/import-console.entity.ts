import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** A file that was uploaded for an import. It is on the disk of one server, which removes file and row. */
@Entity('import_uploads')
export class ImportUpload {
  @PrimaryColumn('uuid')
  id!: string;

  /** Process that has the file. */
  @Column('uuid')
  server!: string;

  /** As the browser called it. */
  @Column('text')
  name!: string;

  @Column('bigint')
  bytes!: number;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** When its server was alive last, Unix seconds. */
  @Column('bigint', { name: 'seen_at' })
  seenAt!: number;
}

/** A run of an import that the console started. */
@Entity('import_runs')
export class ImportConsoleRun {
  @PrimaryGeneratedColumn('identity', { type: 'int' })
  id!: number;

  /** Process that carries it out. */
  @Column('uuid')
  server!: string;

  /** An `ImportRunState` but for `interrupted`, which follows from `seenAt`. */
  @Column('text')
  state!: string;

  @Column('boolean', { name: 'dry_run' })
  dryRun!: boolean;

  /** Kind and place of the source, without credentials. */
  @Column('text')
  label!: string;

  /** Null: an address, which is not stored. */
  @Column('uuid', { name: 'upload_id', nullable: true })
  uploadId!: string | null;

  /** Row of `imports`; null: it is a dry run, or has not begun. */
  @Column('int', { name: 'import_id', nullable: true })
  importId!: number | null;

  /** `ImportChoices`. */
  @Column('jsonb')
  choices!: unknown;

  /** By table: rows done and in all. */
  @Column('jsonb', { default: [] })
  progress!: unknown;

  /** `ImportReport`, as far as it is known. */
  @Column('jsonb', { default: {} })
  report!: unknown;

  /** Of `choices`, `progress` and `report`: `RUN_FORMAT`. */
  @Column('int', { default: 1 })
  format!: number;

  @Column('boolean', { nullable: true })
  proven!: boolean | null;

  /** Why it failed. */
  @Column('text', { default: '' })
  error!: string;

  /** It is to end before its work is done. */
  @Column('boolean', { name: 'is_cancelled', default: false })
  isCancelled!: boolean;

  @Column('int', { name: 'started_by' })
  startedBy!: number;

  @Column('text', { name: 'started_by_name' })
  startedByName!: string;

  /** Unix seconds. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  /** When its server was alive last, Unix seconds. */
  @Column('bigint', { name: 'seen_at' })
  seenAt!: number;

  @Column('bigint', { name: 'ended_at', nullable: true })
  endedAt!: number | null;
}
