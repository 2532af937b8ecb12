/** Entries of the ledger that an import makes. Their references are unique, so that none can be entered twice. */
export interface ImportedBalance {
  readonly importId: number;
  readonly table: 'users' | 'tokens';
  /** In the source. */
  readonly sourceId: string;
  readonly userId: number;
  readonly tokenId: number;
  /** Quota units; of the user or of the token. */
  readonly amount: number;
  /** `adjust` for an account that had an opening entry before. */
  readonly kind?: 'opening' | 'adjust';
}

/** The reference of what an import entered for a row. */
export function importReference(importId: number, table: string, sourceId: string): string {
  return `import:${importId}:${table}:${sourceId}`;
}

/** The reference of what an import gave back of an amount that the source took, because it was spent here, too. */
export function spentReference(importId: number, table: string, sourceId: string): string {
  return `import-spent:${importId}:${table}:${sourceId}`;
}

/** The columns of an entry by which a balance begins. @param now Unix seconds */
export function openingEntry(balance: ImportedBalance, now: number): Record<string, unknown> {
  const { importId, table, sourceId, userId, tokenId, amount, kind = 'opening' } = balance;
  const reference = importReference(importId, table, sourceId);
  return {
    created_at: now,
    request_id: reference,
    kind,
    user_id: userId,
    token_id: tokenId,
    channel_id: 0,
    delta: table === 'users' ? amount : 0,
    token_delta: table === 'tokens' ? amount : 0,
    uncollected: 0,
    settled_at: 0,
    content: reference,
  };
}
