import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Role } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { keyReferenceScheme } from '../../contract/key-reference.js';
import {
  MAX_LISTED_REFERENCES,
  type ChannelKeyReference,
} from '../../contract/resources/channels/channel.js';
import { EgressClient } from '../../core/egress/egress-client.js';
import type { Env } from '../../core/env.js';
import { ENV } from '../../core/injection.js';
import type { ChannelActor } from '../channel-audit.js';
import type { ChannelKey } from '../keys/channel-keys.js';
import { AwsSource } from './clouds/aws-source.js';
import { AzureSource } from './clouds/azure-source.js';
import { GcpSource } from './clouds/gcp-source.js';
import { EnvSource } from './env-source.js';
import { FileSource } from './file-source.js';
import { keyReferenceError, type KeyReferenceProblem, type KeySource } from './key-source.js';
import type { ReferenceLine } from './reference-lines.js';
import { VaultSource } from './vault-source.js';

/** Limit of one reading. */
const READ_MS = 10_000;
/** How long the channels wait for references that are new to the process; they are read on. */
const FIRST_MS = 5000;
/** How long a value is used while its source is away. */
const MAX_STALE_MS = 3_600_000;
/** Least time between two readings because a provider rejects the value. */
const REREAD_MS = 60_000;
const CHECK_MS = 5000;
/** References that are read at a time. */
const AT_ONCE = 8;

interface ChannelWithReferences {
  readonly keys: readonly ChannelKey[];
  readonly disabledKeys: readonly ChannelKey[];
  readonly keyReferences: readonly ReferenceLine[];
}

interface Entry {
  value: string | undefined;
  /** `performance.now()` of the last reading that succeeded, and of the last one. */
  readAt: number;
  triedAt: number;
  problem: KeyReferenceProblem | undefined;
  running: Promise<void> | undefined;
  reread: { readonly at: number; readonly result: Promise<boolean> } | undefined;
}

/**
 * Values of keys that channels refer to, in memory. They are read when a channel refers to them first, and again in the
 * background: a request never waits for them.
 */
@Injectable()
export class KeyReferences {
  private readonly logger = new Logger('Channels');
  private readonly sources: ReadonlyMap<string, KeySource>;
  private readonly lifetimeMs: number;
  private readonly entries = new Map<string, Entry>();
  private readonly listeners: (() => void)[] = [];

  constructor(@Inject(ENV) env: Env, egress: EgressClient) {
    const sources: KeySource[] = [
      new EnvSource(env.KEY_REFERENCE_ENV_PREFIX),
      new FileSource(env.KEY_REFERENCE_DIR),
      new VaultSource(env, egress),
      new AwsSource(env, egress),
      new GcpSource(env, egress),
      new AzureSource(env, egress),
    ];
    this.sources = new Map(sources.map((source) => [source.scheme, source]));
    this.lifetimeMs = env.KEY_REFERENCE_TTL * 1000;
  }

  /** Registers a function that is called after values have changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Names all references that channels have. Waits for those that are new, for some seconds at most; others are forgotten.
   */
  async use(references: ReadonlySet<string>): Promise<void> {
    for (const reference of this.entries.keys())
      if (!references.has(reference)) this.entries.delete(reference);
    const added = [...references].filter((reference) => this.entry(reference).triedAt === 0);
    if (added.length === 0) return;
    const read = this.readAll(added);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, FIRST_MS, 'late')));
    if ((await Promise.race([read, limit])) === 'late') void read.then(() => this.announce());
    clearTimeout(timer);
  }

  /** The keys with the values of references, without those that have none. */
  resolved<T extends ChannelKey>(keys: readonly T[]): T[] {
    return keys.flatMap((one) => {
      if (keyReferenceScheme(one.key) === undefined) return [one];
      const value = this.entries.get(one.key)?.value;
      return value === undefined ? [] : [{ ...one, key: value, reference: one.key }];
    });
  }

  /** Why the last reading of a reference failed; undefined: it did not. */
  problemOf(reference: string): KeyReferenceProblem | undefined {
    return this.entries.get(reference)?.problem;
  }

  /** References as administrators see them. */
  shown(lines: readonly ReferenceLine[]): ChannelKeyReference[] {
    return lines
      .slice(0, MAX_LISTED_REFERENCES)
      .map((line) => ({ ...line, problem: this.problemOf(line.reference) ?? '' }));
  }

  /** Why a channel has no key, if none of its references can be read. */
  unreadOf({ keys, disabledKeys, keyReferences }: ChannelWithReferences): ApiError | undefined {
    const [first] = keyReferences;
    if (!first || keys.length + disabledKeys.length > 0) return undefined;
    const { reference } = first;
    return keyReferenceError(this.problemOf(reference) ?? 'key_reference_unavailable', reference);
  }

  /**
   * Reads the references among keys that somebody enters. A reference can be sent to any address, so that only a super administrator,
   * who may send stored keys anywhere, may enter one.
   * @returns the keys, with values in place of references
   * @throws ApiError key_reference_needs_root, key_reference_unconfigured, or a code of `KeyReferenceProblem`
   */
  async entered(actor: ChannelActor, keys: readonly string[]): Promise<string[]> {
    const hasReference = keys.some((key) => keyReferenceScheme(key) !== undefined);
    if (hasReference && actor.role < Role.root) throw new ApiError('key_reference_needs_root');
    const values: string[] = [];
    for (const key of keys)
      values.push(keyReferenceScheme(key) === undefined ? key : await this.current(key));
    return values;
  }

  /** The value of a reference, read now. @throws ApiError as `entered` */
  async current(reference: string): Promise<string> {
    const { missingVariable: variable } = this.sourceOf(reference);
    if (variable !== undefined) throw new ApiError('key_reference_unconfigured', { reference, variable });
    const entry = this.entry(reference);
    const before = entry.value;
    await this.read(reference, entry);
    if (entry.problem) throw keyReferenceError(entry.problem, reference);
    if (before !== undefined && before !== entry.value) this.announce();
    return entry.value ?? '';
  }

  /**
   * A provider has rejected the value: reads it again, once a minute at most.
   * @returns whether that has given, or gave within the last minute, another value
   */
  reread(reference: string): Promise<boolean> {
    const entry = this.entries.get(reference);
    if (!entry) return Promise.resolve(false);
    const now = performance.now();
    if (!entry.reread || now - entry.reread.at > REREAD_MS)
      entry.reread = { at: now, result: this.readAll([reference], 'announce') };
    return entry.reread.result;
  }

  /** Reads values again whose time is over, and drops those that could not be read for too long. */
  @Interval('channels.key-references', CHECK_MS)
  async refreshDue(): Promise<void> {
    const now = performance.now();
    const due = [...this.entries].filter(
      ([, { triedAt, problem }]) =>
        now - triedAt > (problem ? Math.min(this.lifetimeMs, 30_000) : this.lifetimeMs),
    );
    await this.readAll(
      due.map(([reference]) => reference),
      'announce',
    );
    const dropped = [...this.entries.values()].filter(
      ({ value, readAt }) => value !== undefined && performance.now() - readAt > MAX_STALE_MS,
    );
    for (const entry of dropped) entry.value = undefined;
    if (dropped.length > 0) this.announce();
  }

  /** @returns whether a value changed */
  private async readAll(references: readonly string[], then?: 'announce'): Promise<boolean> {
    let isChanged = false;
    const rest = references.values();
    const lane = async () => {
      for (const reference of rest) {
        const entry = this.entry(reference);
        const before = entry.value;
        await this.read(reference, entry);
        isChanged ||= before !== entry.value;
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, references.length) }, lane));
    if (isChanged && then) this.announce();
    return isChanged;
  }

  private read(reference: string, entry: Entry): Promise<void> {
    entry.running ??= this.readNow(reference, entry).finally(() => (entry.running = undefined));
    return entry.running;
  }

  /** A value stays while its source is away, and goes when the source says that there is none. */
  private async readNow(reference: string, entry: Entry): Promise<void> {
    const before = entry.problem;
    try {
      entry.value = await this.sourceOf(reference).read(reference, AbortSignal.timeout(READ_MS));
      entry.readAt = performance.now();
      entry.problem = undefined;
    } catch (error) {
      entry.problem = problemOf(error);
      if (entry.problem !== 'key_reference_unavailable') entry.value = undefined;
      if (entry.problem !== before) this.logger.warn(`key ${reference} is not read: ${entry.problem}`);
    }
    entry.triedAt = performance.now();
  }

  private sourceOf(reference: string): KeySource {
    const source = this.sources.get(keyReferenceScheme(reference) ?? '');
    if (!source) throw keyReferenceError('key_reference_invalid', reference);
    return source;
  }

  private entry(reference: string): Entry {
    let entry = this.entries.get(reference);
    if (!entry) {
      entry = {
        value: undefined,
        readAt: 0,
        triedAt: 0,
        problem: undefined,
        running: undefined,
        reread: undefined,
      };
      this.entries.set(reference, entry);
    }
    return entry;
  }

  private announce(): void {
    for (const listener of this.listeners) listener();
  }
}

const PROBLEMS: ReadonlySet<string> = new Set<KeyReferenceProblem>([
  'key_reference_invalid',
  'key_reference_not_allowed',
  'key_reference_missing',
  'key_reference_denied',
]);

function problemOf(error: unknown): KeyReferenceProblem {
  const code = error instanceof ApiError ? error.code : '';
  return PROBLEMS.has(code) ? (code as KeyReferenceProblem) : 'key_reference_unavailable';
}
