import { z } from 'zod';
import { CommandRefused } from '../core/commands/run-command.js';

/** Raised with every change of the files; the previous format is read for one release. */
export const FORMAT = 2;
export const MANIFEST = 'manifest.json';

const tableSchema = z.object({
  name: z.string(),
  /** In the order of the columns of the file. */
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz(\.age)?$/),
  /** Of the file, hexadecimal. */
  sha256: z.string(),
  /** Of the file. */
  bytes: z.number().int().nonnegative(),
  /** Of tables that are partitioned: months or days that have a partition, such as `2026_11` or `2026_11_30`. */
  partitions: z.array(z.string()),
});

const manifestSchema = z.object({
  format: z.number().int(),
  release: z.string(),
  /** Of the snapshot, ISO 8601. */
  at: z.iso.datetime(),
  /** Id of the installation. */
  installation: z.string(),
  /** A text that is encrypted with TOLLGATE_SECRET; null: no process has stored one yet. */
  secretCheck: z.string().nullable(),
  /** Texts of further secrets, while these were rotated. Earlier releases, which know one secret, neither write nor read it. */
  otherSecretChecks: z.array(z.string()).default([]),
  /** Names of the applied migrations, in their order. */
  migrations: z.array(z.string()),
  isEncrypted: z.boolean(),
  tables: z.array(tableSchema),
  /** Values that the sequences continue from. */
  sequences: z.record(z.string(), z.number().int()),
});

/** A table in a backup. */
export type TableFile = z.infer<typeof tableSchema>;
/** Format 1 has months alone. */
const manifestSchema1 = manifestSchema
  .extend({ tables: z.array(tableSchema.omit({ partitions: true }).extend({ months: z.array(z.string()) })) })
  .transform(({ tables, ...manifest }) => ({
    ...manifest,
    tables: tables.map(({ months, ...table }) => ({ ...table, partitions: months })),
  }));

/** What is in a backup: `manifest.json`. */
export type Manifest = z.infer<typeof manifestSchema>;

/** A backup that cannot be made or restored; the message is one line for the operator. */
export class BackupRefused extends CommandRefused {}

/** @throws BackupRefused for a text that is no manifest, or one of a format that this release cannot read */
export function parseManifest(text: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BackupRefused(`${MANIFEST} is not JSON`);
  }
  const { format } = z.object({ format: z.number() }).catch({ format: 0 }).parse(content);
  if (format > FORMAT)
    throw new BackupRefused(
      `the backup has format ${format}, which a newer release made; this one reads up to ${FORMAT}`,
    );
  const { data, error } = (format === 1 ? manifestSchema1 : manifestSchema).safeParse(content);
  if (!data) throw new BackupRefused(`${MANIFEST} is damaged: ${error.issues[0]?.path.join('.')}`);
  return data;
}
