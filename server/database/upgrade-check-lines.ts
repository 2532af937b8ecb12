import type { NotedBackup, PendingMigration, PendingStep, UpgradeReport } from './upgrade-check.js';

/** The report of `npm run migrate -- --check` in words. */
export function upgradeCheckLines(report: UpgradeReport): string[] {
  const { pending } = report;
  if (report.databaseRelease === null)
    return [`release ${report.release}, a new database: ${pending.length} migrations create its tables`];
  const database = `a database of release ${report.databaseRelease}`;
  if (pending.length === 0)
    return [`release ${report.release}, ${database}: no migrations are pending`, backupLine(report)];
  return [
    `release ${report.release}, ${database}: ${pending.length} migrations are pending`,
    ...pending.flatMap(migrationLines),
    summary(report),
    backupLine(report),
  ];
}

function migrationLines({ name, worksWith, previousReleaseWorks, steps }: PendingMigration): string[] {
  return [`  ${name}: ${effect(worksWith, previousReleaseWorks)}`, ...steps.map(stepLine)];
}

function effect(worksWith: string | null, previousReleaseWorks: boolean): string {
  if (worksWith === null) return 'servers and workers that run now work on';
  return previousReleaseWorks
    ? `servers and workers of the previous release work on, earlier ones (without ${worksWith}) do not`
    : `servers and workers that run now do NOT work on, as they were released without ${worksWith}`;
}

function stepLine({ table, action, blocks, rows, bytes, seconds }: PendingStep): string {
  const what = `${action} of ${table}`;
  const others = blocks === 'nothing' ? 'reads and writes go on' : `its ${blocks} wait`;
  return `    ${what} (${amount(rows)} rows, ${size(bytes)}): about ${duration(seconds)}; ${others}`;
}

function summary({ previousReleaseWorks, blockedSeconds }: UpgradeReport): string {
  const wait =
    blockedSeconds === 0
      ? 'locks are held for moments only'
      : `a table is blocked for about ${duration(blockedSeconds)}`;
  return previousReleaseWorks
    ? `migrate while everything runs: ${wait}`
    : `stop servers and workers before, and start those of this release after: ${wait}`;
}

function backupLine({ lastBackup, hasRecentBackup }: UpgradeReport): string {
  if (lastBackup === null)
    return 'backup: `npm run backup` has noted none in this database; backups by other programs are not known';
  return hasRecentBackup
    ? `backup: ${described(lastBackup)}`
    : `backup: the last one is older than a day: ${described(lastBackup)}`;
}

function described({ at, release, folder }: NotedBackup): string {
  return `${at}, release ${release}, ${folder}`;
}

function amount(rows: number): string {
  return rows < 1e6 ? String(rows) : `${(rows / 1e6).toFixed(1)} million`;
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second';
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
