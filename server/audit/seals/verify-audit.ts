import type { DataSource, EntityManager } from 'typeorm';
import type { Vault } from '../../core/crypto.js';
import { FIRST_PREVIOUS, SEAL_FORMAT, sealHash, type SealedRow } from './canonical-rows.js';
import { checkSeal } from './seal-signature.js';
import { SealsRepository, type SignedSeal } from './seals.repository.js';

/** Seals whose rows are read at a time. */
const BATCH = 50;
/** Findings that are described; the others are counted. */
const MAX_DESCRIBED = 20;

/** What a verification of the audit log found. */
export interface AuditVerification {
  /** Seals and rows that were compared. */
  readonly seals: number;
  readonly rows: number;
  /** Rows that no seal covers yet: a worker seals them within seconds. */
  readonly unsealed: number;
  /** The last seal: kept elsewhere, it proves later that nothing before it was cut off. */
  readonly latest:
    { readonly id: number; readonly day: string; readonly lastId: number; readonly hash: string } | undefined;
  readonly findings: readonly string[];
  /** Findings that are not described. */
  readonly omitted: number;
}

export interface VerificationScope {
  /** A hash of a seal that was kept elsewhere, hex. */
  readonly anchor?: string | undefined;
  /** The first day that is compared, `2026-11-30`; absent: all. */
  readonly fromDay?: string;
}

/**
 * Computes the seals of the audit log anew from its rows, in one snapshot, and compares hashes, signatures and order.
 * @param scope what to compare
 */
export function verifyAudit(
  database: DataSource,
  vault: Vault,
  scope: VerificationScope = {},
): Promise<AuditVerification> {
  return database.transaction('REPEATABLE READ', (manager) =>
    new Verification(new SealsRepository(database), manager, vault).run(scope),
  );
}

class Verification {
  private readonly findings: string[] = [];
  private found = 0;
  private rows = 0;
  private seals = 0;

  constructor(
    private readonly repository: SealsRepository,
    private readonly manager: EntityManager,
    private readonly vault: Vault,
  ) {}

  async run({ anchor, fromDay }: VerificationScope): Promise<AuditVerification> {
    const beginning = fromDay === undefined ? 0 : await this.repository.lastBefore(this.manager, fromDay);
    let previous = await this.firstSeal(beginning);
    let isAnchored = anchor === undefined || previous?.hash === anchor.toLowerCase();
    const removedTo = previous?.lastId ?? 0;
    for (;;) {
      const batch = await this.repository.sealsAfter(this.manager, previous?.id ?? 0, BATCH);
      const [first] = batch;
      if (!first) break;
      const rows = await this.rowsOf(first, batch.at(-1)!);
      for (const seal of batch) {
        this.compare(previous, seal, rows);
        if (seal.hash === anchor?.toLowerCase()) isAnchored = true;
        previous = seal;
      }
    }
    if (!isAnchored && anchor !== undefined)
      this.report(`no seal has the hash ${anchor}: the end was cut off, or seals were rewritten`);
    const { verifiedSeal } = await this.repository.state(this.manager);
    if (verifiedSeal > (previous?.id ?? 0))
      this.report(`seal ${verifiedSeal} was verified before and is missing: the end was cut off`);
    const isWhole = beginning === 0;
    const { before, after } = await this.repository.rowsOutside(
      this.manager,
      removedTo,
      previous?.lastId ?? 0,
    );
    if (isWhole && before > 0) this.report(`${before} rows stand before the first seal`);
    return {
      seals: this.seals,
      rows: this.rows,
      unsealed: after,
      latest: previous && {
        id: previous.id,
        day: previous.day,
        lastId: previous.lastId,
        hash: previous.hash,
      },
      findings: this.findings,
      omitted: this.found - this.findings.length,
    };
  }

  /** The seal with which the chain begins, whose rows are not compared; undefined where that is the first one ever made. */
  private async firstSeal(beginning: number): Promise<SignedSeal | undefined> {
    const [seal] = await this.repository.sealsAfter(this.manager, Math.max(0, beginning - 1), 1);
    if (!seal || (beginning === 0 && seal.id === 1)) return undefined;
    this.checkSignature(seal);
    if (beginning === 0 && !(await this.repository.isRemovalNoted(this.manager, seal)))
      this.report(`the chain begins with seal ${seal.id}, and no row says that those before it were removed`);
    return seal;
  }

  private async rowsOf(first: SignedSeal, last: SignedSeal): Promise<SealedRow[]> {
    return this.repository.rowsBetween(this.manager, first.firstId - 1, last.lastId, Number.MAX_SAFE_INTEGER);
  }

  private compare(previous: SignedSeal | undefined, seal: SignedSeal, rows: readonly SealedRow[]): void {
    this.seals++;
    const expected = (previous?.id ?? 0) + 1;
    if (seal.id !== expected) this.report(`seals ${expected} to ${seal.id - 1} are missing`);
    else if (seal.firstId !== (previous?.lastId ?? 0) + 1 || seal.day < (previous?.day ?? ''))
      this.report(`seal ${seal.id} does not continue the one before it`);
    this.checkSignature(seal);
    const covered = rows.filter(({ id }) => id >= seal.firstId && id <= seal.lastId);
    this.rows += covered.length;
    const what = `seal ${seal.id} (${seal.day}, rows ${seal.firstId} to ${seal.lastId})`;
    if (seal.format !== SEAL_FORMAT)
      this.report(`${what} has format ${seal.format}, which this release does not know`);
    else if (covered.length !== seal.rows)
      this.report(`${what}: ${seal.rows} rows were sealed, there are ${covered.length}`);
    else if (sealHash(seal, previous?.hash ?? FIRST_PREVIOUS, covered) !== seal.hash)
      this.report(`${what}: a row or a seal was changed since it was made`);
  }

  private checkSignature(seal: SignedSeal): void {
    const check = checkSeal(this.vault, seal);
    if (check === 'wrong') this.report(`seal ${seal.id} was rewritten: its signature is wrong`);
    if (check === 'unknown')
      this.report(
        seal.signatures.length === 0
          ? `seal ${seal.id} has no signature`
          : `seal ${seal.id} is signed with an unknown secret: was TOLLGATE_SECRET changed?`,
      );
  }

  private report(finding: string): void {
    this.found++;
    if (this.findings.length < MAX_DESCRIBED) this.findings.push(finding);
  }
}

/** The verification as text lines for a terminal. */
export function auditVerificationLines(result: AuditVerification): string[] {
  const { seals, rows, unsealed, latest, findings, omitted } = result;
  const lines = [`audit log: ${rows} rows of ${seals} seals compared, ${unsealed} rows not sealed yet`];
  if (latest)
    lines.push(`  last seal: ${latest.hash} (seal ${latest.id}, ${latest.day}, rows up to ${latest.lastId})`);
  for (const finding of findings) lines.push(`  ${finding}`);
  if (omitted > 0) lines.push(`  and ${omitted} more`);
  lines.push(findings.length === 0 ? 'the audit log is as it was sealed' : 'THE AUDIT LOG WAS CHANGED');
  return lines;
}
