import { parseArgs } from 'node:util';
import { IMPORT_PARTS, type ImportPart } from '../contract/resources/import.js';
import { WrongArguments } from '../core/commands/run-command.js';
import { OPEN_FORMAT_PREFIX } from './open-format/manifest.js';

/** What `--from` begins with for LiteLLM. */
export const LITELLM = 'litellm:';

/** Parts of an import, in the order in which they run. */
export const PARTS = IMPORT_PARTS;
export type Part = ImportPart;

/** USD of accounts of LiteLLM without a budget. */
const DEFAULT_BALANCE = 100_000;
/** USD: larger amounts of quota units are not exact. */
const MAX_BALANCE = 1_000_000_000;

/** Seconds between two runs of `--follow`. */
const DEFAULT_PAUSE = 30;
const MAX_PAUSE = 86_400;

export const USAGE = `npm run import -- --from <source> [options]

  --from <source>        postgres://…, mysql://…, sqlite:<file>, or a dump in text form (.sql, .sql.gz) of new-api,
                         one-api or one of their forks; litellm: in front of config.yaml or a database of LiteLLM;
                         ndjson:<folder>, an export of this gateway. It is only read.
  --config <file>        config.yaml of LiteLLM, beside its database
  --balance-without-budget <USD>  what accounts of LiteLLM get that have no budget; ${DEFAULT_BALANCE} if absent
  --logs-from <source>   the database with the table logs, if it is another one (LOG_SQL_DSN)
  --dry-run              prints the report, and changes nothing
  --only <parts>         of ${PARTS.join(',')}; users, channels and tokens belong before what refers to them
  --since <date>         rows of logs, sums and tasks from this day on, such as 2026-01-31
  --keep-prices          stores options by which no model changes its price
  --update               rows that changed in the source since they were imported replace those here, and balances change
                         by the difference
  --follow               runs with --update again and again while the old gateway works, until Ctrl+C and once more
  --every <seconds>      between two runs of --follow; 30 if absent
  --as <name>            continues the import of this name, or begins another one`;

export interface ImportArguments {
  readonly from: string;
  readonly logsFrom: string | undefined;
  /** Configuration of LiteLLM beside its database. */
  readonly config: string | undefined;
  /** USD of accounts of LiteLLM without a budget. */
  readonly withoutBudget: number;
  readonly dryRun: boolean;
  readonly parts: ReadonlySet<Part>;
  /** Unix seconds. */
  readonly since: number | undefined;
  readonly keepPrices: boolean;
  readonly as: string | undefined;
  readonly update: boolean;
  readonly follow: boolean;
  /** Milliseconds between two runs of `follow`. */
  readonly pauseMs: number;
}

/** @throws WrongArguments */
export function importArguments(args: readonly string[]): ImportArguments {
  const values = parsed(args);
  if (values.from === undefined || values.from === '') throw new WrongArguments('--from is missing');
  const names = values.only?.split(',').map((name) => name.trim()) ?? [...PARTS];
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined) throw new WrongArguments(`--only: there is no part ${unknown}`);
  const since = values.since === undefined ? undefined : Date.parse(values.since) / 1000;
  if (since !== undefined && !Number.isSafeInteger(since))
    throw new WrongArguments(`--since: ${values.since} is no date such as 2026-01-31`);
  if (values.as !== undefined && !/^[\w.-]{1,64}$/.test(values.as))
    throw new WrongArguments('--as: a name has up to 64 letters, digits, dots and dashes');
  const every = Number(values.every ?? DEFAULT_PAUSE);
  if (!Number.isInteger(every) || every < 1 || every > MAX_PAUSE)
    throw new WrongArguments(`--every: a number of seconds from 1 to ${MAX_PAUSE}`);
  const follow = values.follow ?? false;
  if (follow && values['dry-run'])
    throw new WrongArguments('--follow has no dry run: try --update --dry-run');
  const isLiteLlm = values.from.startsWith(LITELLM);
  const isExport = values.from.startsWith(OPEN_FORMAT_PREFIX);
  if (isExport && (follow || values['logs-from'] !== undefined))
    throw new WrongArguments(
      '--follow and --logs-from are not for an export, which does not change and has the log',
    );
  if (follow && isLiteLlm)
    throw new WrongArguments('--follow is not for LiteLLM: run with --update from time to time');
  if (!isLiteLlm && (values.config !== undefined || values['balance-without-budget'] !== undefined))
    throw new WrongArguments('--config and --balance-without-budget are for LiteLLM: --from litellm:…');
  const withoutBudget = Number(values['balance-without-budget'] ?? DEFAULT_BALANCE);
  if (!Number.isInteger(withoutBudget) || withoutBudget < 0 || withoutBudget > MAX_BALANCE)
    throw new WrongArguments(`--balance-without-budget: whole USD up to ${MAX_BALANCE}`);
  return {
    from: values.from,
    logsFrom: values['logs-from'],
    config: values.config,
    withoutBudget,
    dryRun: values['dry-run'] ?? false,
    parts: new Set(names.filter(isPart)),
    since,
    keepPrices: values['keep-prices'] ?? false,
    as: values.as,
    update: follow || (values.update ?? false),
    follow,
    pauseMs: every * 1000,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        'logs-from': { type: 'string' },
        config: { type: 'string' },
        'balance-without-budget': { type: 'string' },
        'dry-run': { type: 'boolean' },
        only: { type: 'string' },
        since: { type: 'string' },
        'keep-prices': { type: 'boolean' },
        as: { type: 'string' },
        update: { type: 'boolean' },
        follow: { type: 'boolean' },
        every: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error));
  }
}

function isPart(name: string): name is Part {
  return (PARTS as readonly string[]).includes(name);
}
