import { z } from 'zod';

/** Largest file that can be uploaded for an import, bytes. */
export const MAX_IMPORT_BYTES = 1024 ** 3;

/** Parts of an import, in the order in which they run. */
export const IMPORT_PARTS = [
  ...(['users', 'channels', 'options', 'tokens', 'redemptions', 'top_ups', 'quota_data'] as const),
  ...(['midjourneys', 'tasks', 'logs'] as const),
];
export type ImportPart = (typeof IMPORT_PARTS)[number];

/** Tokens of the request whose price is compared. */
export const TYPICAL_IMPORT_REQUEST = { input: 1000, cached: 400, output: 500 } as const;

/** `interrupted`: the server that ran it has ended. It can be continued, as one that was cancelled or failed. */
export const IMPORT_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const;
export type ImportRunState = (typeof IMPORT_STATES)[number];

/** `POST /api/import/upload?name=…`; the body is the file, as `application/octet-stream`. */
export const importUploadQuery = z.object({
  name: z.string().max(200).optional(),
});
export type ImportUploadQuery = z.infer<typeof importUploadQuery>;

export const importUploadResponse = z
  .strictObject({ id: z.uuid(), name: z.string(), bytes: z.int(), created_at: z.int() })
  .meta({ id: 'ImportUpload' });
export type ImportUploadResponse = z.infer<typeof importUploadResponse>;

/** `POST /api/import`: begins a run. */
export const startImportRequest = z.strictObject({
  /** Id of an uploaded file; or an address. */
  upload: z.uuid().optional(),
  /** `postgres://…` or `mysql://…` with user and password. It is not stored. */
  address: z.string().max(2000).optional(),
  /** Everything is done in one transaction that is rolled back. */
  dry_run: z.boolean(),
  /** Absent: all. */
  parts: z.array(z.enum(IMPORT_PARTS)).min(1).max(IMPORT_PARTS.length).optional(),
  /** Only rows of logs, sums and tasks from this day on, UTC. */
  since: z.iso.date().optional(),
  /** Stores options by which no model changes its price. */
  keep_prices: z.boolean().optional(),
  /** Rows that changed in the source since they were imported replace those here. */
  update: z.boolean().optional(),
});
export type StartImportRequest = z.infer<typeof startImportRequest>;

/** Choices of a run; without its source. */
export const importChoices = z.strictObject({
  parts: z.array(z.enum(IMPORT_PARTS)),
  since: z.string().nullable(),
  keep_prices: z.boolean(),
  update: z.boolean(),
});
export type ImportChoices = z.infer<typeof importChoices>;

/** Rows that are dealt with. `total` is null where only a part of the table is read. */
const progress = z.strictObject({ table: z.string(), done: z.int(), total: z.int().nullable() });

export const importRunResponse = z
  .strictObject({
    id: z.int(),
    state: z.enum(IMPORT_STATES),
    dry_run: z.boolean(),
    /** Kind and place of the source, without credentials. */
    label: z.string(),
    /** Null: an address, or the file is removed. */
    upload: z.uuid().nullable(),
    choices: importChoices,
    started_by: z.string(),
    /** Unix seconds. */
    created_at: z.int(),
    ended_at: z.int().nullable(),
    /** Null until the end. */
    proven: z.boolean().nullable(),
    /** Why it failed; '' = it did not. */
    error: z.string(),
  })
  .meta({ id: 'ImportRun' });
export type ImportRunResponse = z.infer<typeof importRunResponse>;

/** Whole numbers as decimal texts: sums may exceed 2^53. Quota units. */
const balances = z.strictObject({
  table: z.enum(['users', 'tokens']),
  imported: z.int(),
  total: z.int(),
  /** Sum of the balances in the source. */
  source: z.string(),
  /** As they were entered here. */
  entered: z.string(),
  /** Changes by what happened here since. */
  since: z.string(),
  now: z.string(),
  /** Sum of the entries of the ledger. */
  ledger: z.string(),
  /** Balances that equal those of the source, that differ as a note says, and that differ otherwise (one line each). */
  equal: z.int(),
  explained: z.int(),
  differing: z.array(z.string()),
});
export type ImportBalances = z.infer<typeof balances>;

/** Quota units of a typical request, or of a call; null: the model has no price. */
const price = z.strictObject({ quota: z.number(), per_call: z.boolean() }).nullable();

/** A rule that applied, with the rows that it applied to. */
const noteGroup = z.strictObject({
  code: z.string(),
  /** In English: what was found, what the import did, and what is left to do ('' = nothing). */
  found: z.string(),
  done: z.string(),
  todo: z.string(),
  count: z.int(),
  /** The first of them. */
  rows: z.array(z.strictObject({ table: z.string(), id: z.string(), detail: z.string() })),
});
export type ImportNoteGroup = z.infer<typeof noteGroup>;

export const importReport = z
  .strictObject({
    balances: z.array(balances),
    counts: z.array(z.strictObject({ table: z.string(), imported: z.int(), total: z.int() })),
    notes: z.array(noteGroup),
    /** Tokens of the typical request: `TYPICAL_IMPORT_REQUEST`. */
    prices: z
      .strictObject({
        models: z.int(),
        kept: z.boolean(),
        changed: z.array(z.strictObject({ model: z.string(), before: price, now: price })),
      })
      .nullable(),
    /** The audit of the whole ledger at the end. */
    ledger: z.strictObject({ balanced: z.boolean(), lines: z.array(z.string()) }).nullable(),
    /** The report as the command prints it. */
    lines: z.array(z.string()),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReport>;

/** A run with its progress and report. */
export const importRunDetailResponse = z
  .strictObject({
    ...importRunResponse.shape,
    progress: z.array(progress),
    /** What the run has found so far; complete when it is done. */
    report: importReport,
  })
  .meta({ id: 'ImportRunDetail' });
export type ImportRunDetailResponse = z.infer<typeof importRunDetailResponse>;

/** Earlier runs, newest first, and files that are still there. */
export const importsResponse = z
  .strictObject({
    runs: z.array(importRunResponse),
    uploads: z.array(importUploadResponse),
    max_bytes: z.int(),
  })
  .meta({ id: 'Imports' });
export type ImportsResponse = z.infer<typeof importsResponse>;

export const startImportResponse = z.strictObject({ id: z.int() }).meta({ id: 'StartedImport' });
export type StartImportResponse = z.infer<typeof startImportResponse>;

export const importRunParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
export const importUploadParams = z.object({ id: z.uuid() });

/** An imported account, for the comparison of balances. Quota units as decimal texts. */
export const importedBalance = z.strictObject({
  source_id: z.string(),
  name: z.string(),
  source: z.string(),
  now: z.string(),
  ledger: z.string(),
});
export const importedBalancesResponse = z
  .strictObject({ items: z.array(importedBalance), total: z.int(), page: z.int(), page_size: z.int() })
  .meta({ id: 'ImportedBalances' });
export type ImportedBalancesResponse = z.infer<typeof importedBalancesResponse>;
export const importedBalancesQuery = z.object({
  table: z.enum(['users', 'tokens']).default('users'),
  p: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
export type ImportedBalancesQuery = z.infer<typeof importedBalancesQuery>;
