import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { TokenStatus } from '../contract/enums.js';
import { AuditLog } from '../audit/audit-log.js';
import { differences } from '../audit/differences.js';
import { LedgerService } from '../billing/ledger/ledger.service.js';
import { SpendRepository } from '../billing/usage-hours/spend.repository.js';
import { assertUnchangedSince } from '../core/concurrent-edit.js';
import { Vault } from '../core/crypto.js';
import type { SignedIn } from '../core/http/access/account.js';
import type { Page } from '../core/http/paging.js';
import { requestId } from '../core/ids.js';
import { containing } from '../core/postgres/like.js';
import { EventBus } from '../core/redis/events.js';
import { ApiError } from '../contract/errors/api-error.js';
import { AccountNotices } from '../notifications/account-notices.js';
import { GroupsService } from '../options/groups/groups.service.js';
import { checkEnabling, limitsOf, recovered } from './token-changes.js';
import { auditedToken, searchedKeys, type AuditedToken } from './audited-token.js';
import { hasEnds, newTokenKey, searchedKey, storedKey } from './token-key.js';
import { editedFieldsOf, tokenColumns } from './token-mapping.js';
import { TokenResponses } from './token-responses.service.js';
import type { Token } from './token.entity.js';
import { TokensRepository, type StoredKey, type TokenFilter } from './tokens.repository.js';
import type {
  CreateTokenRequest,
  TokenResponse,
  TokenSearchQuery,
  UpdateTokenRequest,
  UpdateTokenStatusRequest,
} from '../contract/resources/token.js';

/** Maximum rows of an unpaged list. */
const MAX_FOUND = 1000;
/** Keys are encrypted, so a search by part of a key decrypts them, this many per query. */
const SEARCH_BATCH = 1000;

/** A user's own tokens. Balances are changed through the ledger only. */
@Injectable()
export class TokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: TokensRepository,
    private readonly responses: TokenResponses,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly groups: GroupsService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly accountNotices: AccountNotices,
    private readonly spend: SpendRepository,
  ) {}

  async list(
    account: SignedIn,
    page: Page,
    filter: TokenFilter,
  ): Promise<{ items: TokenResponse[]; total: number }> {
    const { items, total } = await this.tokens.ownPage(account.id, page, filter);
    return { items: await this.listed(account, items), total };
  }

  /**
   * Tokens whose name contains `keyword` and whose key contains `token`, newest first; both may be ''. Where lists have no keys, `token`
   * is a whole key or its last characters: parts of any length would reveal it bit by bit.
   */
  async search(
    account: SignedIn,
    { keyword, token: part, ...filter }: TokenSearchQuery,
  ): Promise<TokenResponse[]> {
    const name = containing(keyword.trim());
    const keyPart = part.trim().replace(/^sk-/, '');
    const which = keyPart === '' ? { name } : { ids: await this.withKey(account.id, name, keyPart) };
    const tokens = await this.tokens.search(account.id, which, filter, MAX_FOUND);
    if (keyPart !== '') await this.audit.note(searchedKeys(account, tokens));
    return this.listed(account, tokens);
  }

  /** Ids of the newest tokens with `part` in their key. Reads only the keys, because most tokens do not match. */
  private async withKey(userId: number, name: string, part: string): Promise<number[]> {
    const matches = this.matcher(part);
    const found: number[] = [];
    for (let below = Number.MAX_SAFE_INTEGER; found.length < MAX_FOUND;) {
      const batch = await this.tokens.keysBelow(userId, name, below, SEARCH_BATCH);
      for (const row of batch) if (matches(row)) found.push(row.id);
      if (batch.length < SEARCH_BATCH) break;
      below = batch.at(-1)?.id ?? 0;
    }
    return found.slice(0, MAX_FOUND);
  }

  private matcher(part: string): (token: StoredKey) => boolean {
    const searched = searchedKey(part);
    const hash = 'whole' in searched ? this.vault.lookupHash(searched.whole) : undefined;
    const hasEndOrHash = (token: StoredKey) =>
      'whole' in searched ? token.keyHash === hash : hasEnds(token, searched, this.vault);
    if (!this.responses.listsKeys) return hasEndOrHash;
    return (token) => storedKey(token, this.vault)?.includes(part) ?? hasEndOrHash(token);
  }

  /** @throws ApiError token_not_found, also for tokens of other users */
  async get(account: SignedIn, id: number): Promise<TokenResponse> {
    return this.responses.one(account, await this.own(undefined, account.id, id));
  }

  /** @returns the token, and its key without `sk-` */
  async create(account: SignedIn, form: CreateTokenRequest): Promise<{ token: TokenResponse; key: string }> {
    this.checkGroup(account, form.group);
    const now = Math.floor(Date.now() / 1000);
    const { plain, columns } = newTokenKey(this.vault, this.responses.keepsKeys);
    const id = await this.dataSource.transaction(async (manager) => {
      const token = await this.tokens.insert(manager, {
        ...tokenColumns(form),
        userId: account.id,
        ...columns,
        createdTime: now,
        accessedTime: now,
      });
      if (form.remain_quota > 0)
        await this.ledger.setTokenQuota(manager, {
          tokenId: token.id,
          userId: account.id,
          quota: form.remain_quota,
          reference: requestId(),
        });
      const details = { token_id: token.id, name: token.name };
      await this.audit.record(manager, { action: 'key_created', actor: account, details });
      await this.accountNotices.send(manager, account, { kind: 'key_created', name: token.name });
      return token.id;
    });
    await this.changed(id, account.id);
    return { token: await this.get(account, id), key: plain };
  }

  /**
   * Changes the members in the body. A token that was stopped is enabled again by the change that removes the reason.
   * @throws ApiError token_not_found, token_group_forbidden, token_quota_negative, changed_meanwhile
   */
  async update(account: SignedIn, changes: UpdateTokenRequest): Promise<TokenResponse> {
    const edited = await this.dataSource.transaction(async (manager) => {
      const token = await this.own(manager, account.id, changes.id, 'lock');
      assertUnchangedSince(editedFieldsOf(token), changes, changes.before);
      if (changes.group !== undefined && changes.group !== token.group)
        this.checkGroup(account, changes.group);
      const before = limitsOf(token);
      const shown = auditedToken(token);
      const columns = tokenColumns(changes);
      Object.assign(token, columns);
      token.remainQuota = await this.setQuota(manager, token, changes);
      token.status = recovered(before, token);
      await this.tokens.update(manager, token.id, { ...columns, status: token.status });
      await this.auditChange(manager, account, shown, token);
      return token;
    });
    await this.changed(changes.id, account.id);
    return this.responses.one(account, edited);
  }

  /** @returns the remaining quota from now on */
  private async setQuota(
    manager: EntityManager,
    { id, userId, unlimitedQuota, remainQuota }: Token,
    { remain_quota: quota, remain_quota_before: shown }: UpdateTokenRequest,
  ): Promise<number> {
    if (quota === undefined || quota === (shown ?? remainQuota)) return remainQuota;
    if (quota < 0) {
      if (unlimitedQuota) return remainQuota;
      throw new ApiError('token_quota_negative');
    }
    if (!Number.isSafeInteger(remainQuota + quota - (shown ?? remainQuota)))
      throw new ApiError('quota_too_large');
    const { after } = await this.ledger.setTokenQuota(manager, {
      tokenId: id,
      userId,
      quota,
      ...(shown !== undefined && { quotaBefore: shown }),
      reference: requestId(),
    });
    return after;
  }

  /** Enables or disables a token, without other changes. */
  async switch(account: SignedIn, { id, status }: UpdateTokenStatusRequest): Promise<TokenResponse> {
    const switched = await this.dataSource.transaction(async (manager) => {
      const token = await this.own(manager, account.id, id, 'lock');
      if (status === TokenStatus.enabled) checkEnabling(token);
      const shown = auditedToken(token);
      await this.tokens.update(manager, id, { status });
      token.status = status;
      await this.auditChange(manager, account, shown, token);
      return token;
    });
    await this.changed(id, account.id);
    return this.responses.one(account, switched);
  }

  /** Soft delete: the row stays for the ledger audit but is no longer visible or usable. */
  async remove(account: SignedIn, id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { name } = await this.own(manager, account.id, id, 'lock');
      if (!(await this.tokens.remove(manager, account.id, id))) throw new ApiError('token_not_found');
      const details = { token_id: id, name };
      await this.audit.record(manager, { action: 'key_deleted', actor: account, details });
    });
    await this.changed(id, account.id);
  }

  private auditChange(
    manager: EntityManager,
    actor: SignedIn,
    before: AuditedToken,
    token: Token,
  ): Promise<void> {
    const details = { token_id: token.id, name: token.name, ...differences(before, auditedToken(token)) };
    return this.audit.record(manager, { action: 'key_changed', actor, details });
  }

  private async own(
    manager: EntityManager | undefined,
    userId: number,
    id: number,
    lock?: 'lock',
  ): Promise<Token> {
    const token = await this.tokens.findOwn(manager, userId, id, lock);
    if (!token) throw new ApiError('token_not_found');
    return token;
  }

  private checkGroup(account: SignedIn, group: string): void {
    if (!this.groups.allows(account.group, group)) throw new ApiError('token_group_forbidden');
  }

  /** With what each was charged lately. */
  private async listed(account: SignedIn, tokens: readonly Token[]): Promise<TokenResponse[]> {
    if (tokens.length === 0) return [];
    const spend = await this.spend.ofTokens(
      account.id,
      tokens.map(({ id }) => id),
    );
    const responses = await this.responses.all(account, tokens);
    return responses.map((token) => ({ ...token, week_quota: spend.get(token.id) ?? 0 }));
  }

  private async changed(id: number, userId: number): Promise<void> {
    await this.ledger.refreshCache({ tokens: [id] });
    await this.events.publish('token.changed', { id, userId });
  }
}
