import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { AuditLog } from '../../audit/audit-log.js';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  IMPORT_PARTS,
  MAX_IMPORT_BYTES,
  importReport,
  type ImportChoices,
  type ImportedBalancesQuery,
  type ImportedBalancesResponse,
  type ImportRunDetailResponse,
  type ImportRunResponse,
  type ImportRunState,
  type ImportsResponse,
  type StartImportRequest,
} from '../../contract/resources/import.js';
import type { Env } from '../../core/env.js';
import type { SignedIn } from '../../core/http/access/account.js';
import { ENV } from '../../core/injection.js';
import { exclusive } from '../../core/intervals.js';
import type { ImportConsoleRun } from './import-console.entity.js';
import { runImport, type ImportProcess } from './import-process.js';
import { ImportRunsRepository, LOST_AFTER, RUN_FORMAT, type RunProgress } from './import-runs.repository.js';
import { ImportUploads } from './import-uploads.service.js';
import { EMPTY_REPORT, RunReport } from './run-report.js';
import { checkedAddress } from './source-address.js';

/** How often a server looks for runs that wait for it, and says that it is there. */
const LOOK_MS = 1000;
const BALANCES_PER_PAGE = 50;
const KEPT_ADDRESSES = 10;

/** Runs of an import that the console starts. The server that has the file, or was given the address, carries them out. */
@Injectable()
export class ImportRuns implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ImportRuns.name);
  private running: ImportProcess | undefined;
  private isStopping = false;
  /**
   * Addresses of runs that wait for this server, with their passwords, which are nowhere else. A run is claimed at once; that of one which
   * is cancelled before, or whose transaction fails, is dropped.
   */
  private readonly addresses = new LRUCache<number, string>({
    max: KEPT_ADDRESSES,
    ttl: LOST_AFTER * 1000,
    ttlAutopurge: true,
  });

  constructor(
    private readonly rows: ImportRunsRepository,
    private readonly uploads: ImportUploads,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
  ) {}

  async list(): Promise<ImportsResponse> {
    const [runs, uploads] = await Promise.all([this.rows.runs(), this.rows.uploads()]);
    const ids = new Set(uploads.map(({ id }) => id));
    return {
      runs: runs.map((run) => runResponse(run, ids)),
      uploads: uploads.map(({ id, name, bytes, createdAt }) => ({ id, name, bytes, created_at: createdAt })),
      max_bytes: MAX_IMPORT_BYTES,
    };
  }

  /** @throws ApiError import_not_found */
  async read(id: number): Promise<ImportRunDetailResponse> {
    const run = await this.rows.run(id);
    if (!run) throw new ApiError('import_not_found');
    const uploads = new Set((await this.rows.uploads()).map((upload) => upload.id));
    const isKnown = run.format === RUN_FORMAT;
    return {
      ...runResponse(run, uploads),
      progress: isKnown ? (run.progress as RunProgress) : [],
      report: (isKnown ? importReport.safeParse(run.report).data : undefined) ?? EMPTY_REPORT,
    };
  }

  /** @throws ApiError import_not_found if the run imported nothing */
  async balances(id: number, { table, p }: ImportedBalancesQuery): Promise<ImportedBalancesResponse> {
    const run = await this.rows.run(id);
    if (!run || run.importId === null) throw new ApiError('import_not_found');
    const found = await this.rows.balances(run.importId, table, p, BALANCES_PER_PAGE);
    return { ...found, page: p, page_size: BALANCES_PER_PAGE };
  }

  /** @throws ApiError import_source_missing, import_upload_missing, import_address_…, import_running */
  async start(actor: SignedIn, request: StartImportRequest): Promise<{ id: number }> {
    if ((request.upload === undefined) === (request.address === undefined))
      throw new ApiError('import_source_missing');
    const address =
      request.address === undefined
        ? undefined
        : await checkedAddress(request.address.trim(), this.env.EGRESS_ALLOW_PRIVATE);
    const upload = request.upload === undefined ? undefined : await this.uploadOf(request.upload);
    const choices = choicesOf(request);
    const label = upload?.name ?? (address === undefined ? '' : placeOf(address));
    const id = await this.rows.transaction(async (db) => {
      const begun = await this.rows.begin(db, {
        server: upload?.server ?? this.uploads.server,
        dryRun: request.dry_run,
        label,
        uploadId: upload?.id ?? null,
        choices,
        startedBy: actor.id,
        startedByName: actor.username,
      });
      if (begun === undefined) throw new ApiError('import_running');
      // Before the row can be seen, since it is claimed at once.
      if (address !== undefined) this.addresses.set(begun, address);
      const step = request.dry_run ? 'dry_run' : 'start';
      await this.audit.record(db, {
        action: 'import',
        actor,
        details: { step, run: begun, source: label, ...choices },
      });
      return begun;
    });
    return { id };
  }

  /** @throws ApiError import_not_found if no such run is active */
  async cancel(actor: SignedIn, id: number): Promise<void> {
    await this.rows.transaction(async (db) => {
      if (!(await this.rows.cancel(db, id))) throw new ApiError('import_not_found');
      await this.audit.record(db, { action: 'import', actor, details: { step: 'cancel', run: id } });
    });
  }

  /** Carries out runs that wait for this server. */
  @Interval('import.runs', LOOK_MS)
  look(): Promise<void> {
    return this.lookOnce();
  }

  private readonly lookOnce = exclusive('imports', async () => {
    if (!this.uploads.isEmpty) await this.uploads.keep();
    if (this.running || this.isStopping || (this.uploads.isEmpty && this.addresses.size === 0)) return;
    const run = await this.rows.claim(this.uploads.server);
    if (!run) return;
    void this.carryOut(run).catch((error: unknown) =>
      this.logger.error(`import run ${run.id}: ${String(error)}`),
    );
  });

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.running?.kill();
    await this.running?.ended;
  }

  private async carryOut(run: ImportConsoleRun): Promise<void> {
    const address = this.addresses.get(run.id);
    this.addresses.delete(run.id);
    const place = address ?? (run.uploadId === null ? undefined : this.uploads.fileOf(run.uploadId));
    const report = new RunReport(run.label);
    if (place === undefined) report.failure = 'the file is not here any more: upload it again';
    let isCancelled = false;
    let output = '';
    if (place !== undefined) {
      const program = runImport(argumentsOf(place, run), (event) => report.add(event, address === undefined));
      this.running = program;
      const save = exclusive('import progress', async () => {
        if (!(await this.rows.save(run.id, report.snapshot))) return;
        isCancelled = true;
        program.kill();
      });
      const timer = setInterval(() => void save(), LOOK_MS);
      ({ output } = await program.ended);
      clearInterval(timer);
      await save();
      this.running = undefined;
    }
    const state = endOf(report, isCancelled, this.isStopping);
    if (state === 'failed' && place !== undefined)
      this.logger.warn(`import run ${run.id} failed: ${output.replaceAll(place, '(source)').trim()}`);
    await this.storeEnd(run, report, state);
    if (state === 'done' && !run.dryRun && run.uploadId !== null)
      await this.rows.transaction((db) => this.rows.removeUploads(db, [run.uploadId!]));
  }

  private async storeEnd(run: ImportConsoleRun, report: RunReport, state: ImportRunState): Promise<void> {
    const proven = state === 'done' ? (report.proven ?? false) : null;
    const error = state === 'failed' ? (report.failure ?? 'the program ended before its work was done') : '';
    await this.rows.transaction(async (db) => {
      if (!(await this.rows.end(db, run.id, { ...report.snapshot, state, proven, error }))) return;
      await this.audit.record(db, {
        action: 'import',
        actor: { id: run.startedBy, username: run.startedByName },
        details: { step: 'end', run: run.id, state, proven },
      });
    });
  }

  private async uploadOf(id: string) {
    const found = (await this.rows.uploads()).find((upload) => upload.id === id);
    if (!found) throw new ApiError('import_upload_missing');
    return found;
  }
}

function endOf(report: RunReport, isCancelled: boolean, isStopping: boolean): ImportRunState {
  if (report.proven !== undefined) return 'done';
  if (report.failure !== undefined) return 'failed';
  if (isCancelled) return 'cancelled';
  return isStopping ? 'interrupted' : 'failed';
}

function choicesOf(request: StartImportRequest): ImportChoices {
  const wanted = request.parts ?? IMPORT_PARTS;
  return {
    parts: IMPORT_PARTS.filter((part) => wanted.includes(part)),
    since: request.since ?? null,
    keep_prices: request.keep_prices ?? false,
    update: request.update ?? false,
  };
}

/** Those of `npm run import`. */
function argumentsOf(place: string, run: ImportConsoleRun): string[] {
  const { parts, since, keep_prices: keepPrices, update } = run.choices as ImportChoices;
  return [
    '--from',
    place,
    '--only',
    parts.join(','),
    ...(run.dryRun ? ['--dry-run'] : []),
    ...(since === null ? [] : ['--since', since]),
    ...(keepPrices ? ['--keep-prices'] : []),
    ...(update ? ['--update'] : []),
  ];
}

/** Host and name of a database. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

function runResponse(run: ImportConsoleRun, uploads: ReadonlySet<string>): ImportRunResponse {
  return {
    id: run.id,
    state: run.state as ImportRunState,
    dry_run: run.dryRun,
    label: run.label,
    upload: run.uploadId !== null && uploads.has(run.uploadId) ? run.uploadId : null,
    choices: run.choices as ImportChoices,
    started_by: run.startedByName,
    created_at: run.createdAt,
    ended_at: run.endedAt,
    proven: run.proven,
    error: run.error,
  };
}
