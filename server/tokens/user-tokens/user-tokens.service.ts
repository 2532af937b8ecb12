import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { LogWriter } from '../../billing/logs/log-writer.js';
import { keyHashes } from '../../billing/token-key.js';
import { TokenStatus } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  ManagedUserTokenResponse,
  ManageUserTokenRequest,
  UserTokenListQuery,
  UserTokenResponse,
} from '../../contract/resources/accounts/user-token.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { Vault } from '../../core/crypto.js';
import type { Page } from '../../core/http/paging.js';
import type { Counted } from '../../core/long-list.js';
import { EventBus } from '../../core/redis/events.js';
import { Notices } from '../../notifications/notices.js';
import { noticeText } from '../../notifications/texts/catalogue.js';
import { aboutUser, lockWithActor, outranks, type Actor } from '../../users/actor-permissions.js';
import { UsersRepository } from '../../users/users.repository.js';
import { checkEnabling } from '../token-changes.js';
import { FormerKeysRepository } from '../former-keys/former-keys.repository.js';
import { hasEnds, maskedKeyOf, newTokenKey, searchedKey } from '../token-key.js';
import type { TokenUses } from '../token-mapping.js';
import { TokenResponses } from '../token-responses.service.js';
import { TokenUsesService } from '../token-uses.service.js';
import type { Token } from '../token.entity.js';
import { TokensRepository } from '../tokens.repository.js';
import { UserTokensRepository } from './user-tokens.repository.js';

/** Keys are encrypted, so a search by part of a key decrypts them, this many per query. */
const SEARCH_BATCH = 1000;
/** Maximum rows of a search by part of a key. */
const MAX_FOUND = 100;

type Action = ManageUserTokenRequest['action'];

const ACTION_TEXTS = {
  disable: 'token_disabled',
  enable: 'token_enabled',
  replace_key: 'token_key_replaced',
} as const satisfies Readonly<Record<Action, string>>;

/** Tokens of all users, for administrators, who see no keys. */
@Injectable()
export class UserTokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly userTokens: UserTokensRepository,
    private readonly tokens: TokensRepository,
    private readonly formerKeys: FormerKeysRepository,
    private readonly uses: TokenUsesService,
    private readonly responses: TokenResponses,
    private readonly users: UsersRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly logs: LogWriter,
    private readonly notices: Notices,
  ) {}

  async list(page: Page, query: UserTokenListQuery): Promise<Counted<UserTokenResponse>> {
    const { items, total } = await this.userTokens.page(page, query);
    return { items: await this.answers(items), total };
  }

  /** Tokens by their key, its ends, or a masked key; newest first, at most 100. */
  async find(text: string): Promise<UserTokenResponse[]> {
    const searched = searchedKey(text);
    const found =
      'whole' in searched
        ? await this.userTokens.byKeyHashes(
            this.vault.lookups.map((lookup) => keyHashes(searched.whole, lookup)),
          )
        : await this.userTokens.byIds(await this.withEnds(searched));
    return this.answers(found);
  }

  private async withEnds(ends: { start: string; end: string }): Promise<number[]> {
    const found: number[] = [];
    for (let below = Number.MAX_SAFE_INTEGER; found.length < MAX_FOUND;) {
      const batch = await this.userTokens.keysBelow(below, SEARCH_BATCH);
      for (const row of batch) if (hasEnds(row, ends, this.vault)) found.push(row.id);
      if (batch.length < SEARCH_BATCH) break;
      below = batch.at(-1)?.id ?? 0;
    }
    return found.slice(0, MAX_FOUND);
  }

  /**
   * Disables or enables a token, or gives it a new key, which its owner alone sees. The owner finds each of them in the log,
   * and gets a notice about a new key.
   * @throws ApiError token_not_found, user_not_editable, token_still_expired, token_still_exhausted
   */
  async manage(actor: Actor, { id, action }: ManageUserTokenRequest): Promise<ManagedUserTokenResponse> {
    const shown = await this.userTokens.find(id);
    if (!shown) throw new ApiError('token_not_found');
    const { token, user, notified } = await this.dataSource.transaction(async (manager) => {
      // The owner of a token never changes. Accounts are locked before tokens, as in the ledger.
      const { by, user } = await lockWithActor(this.users, manager, actor, shown.userId);
      if (by.id !== user.id && !outranks(by, user)) throw new ApiError('user_not_editable');
      const token = await this.userTokens.lock(manager, id);
      if (!token) throw new ApiError('token_not_found');
      const before = this.stateOf(token);
      await this.apply(manager, token, action);
      const text = storedText(ACTION_TEXTS[action], { name: token.name, id });
      await this.logs.write(manager, {
        ...aboutUser(by, user, text, { before, after: this.stateOf(token) }),
        tokenId: id,
        tokenName: token.name,
      });
      const notified = action === 'replace_key' && (await this.notify(manager, token, before.key));
      return { token, user, notified };
    });
    await this.events.publish('token.changed', { id, userId: shown.userId });
    const usesOf = await this.uses.ofTokens([id]);
    return { ...this.answer(token, user, usesOf(id)), notified };
  }

  private async apply(manager: EntityManager, token: Token, action: Action): Promise<void> {
    if (action === 'enable') checkEnabling(token);
    // A key that leaked may have been replaced before.
    if (action === 'replace_key') await this.formerKeys.remove(manager, token.id);
    const columns =
      action === 'replace_key'
        ? newTokenKey(this.vault, this.responses.keepsKeys).columns
        : { status: action === 'enable' ? TokenStatus.enabled : TokenStatus.disabled };
    await this.tokens.update(manager, token.id, columns);
    Object.assign(token, columns);
  }

  private notify(manager: EntityManager, { userId, name, id }: Token, oldKey: string): Promise<boolean> {
    return this.notices.toUser(manager, userId, `token_key_replaced_${id}`, (language) => ({
      subject: noticeText(language, 'token_key_replaced_title', { name }),
      text: noticeText(language, 'token_key_replaced', { name, key: oldKey }),
    }));
  }

  private stateOf(token: Token): { key: string; status: number } {
    return { key: maskedKeyOf(token, this.vault), status: token.status };
  }

  private async answers(tokens: readonly Token[]): Promise<UserTokenResponse[]> {
    const [owners, usesOf] = await Promise.all([
      this.userTokens.owners(tokens),
      this.uses.ofTokens(tokens.map(({ id }) => id)),
    ]);
    return tokens.map((token) => this.answer(token, owners.get(token.userId), usesOf(token.id)));
  }

  private answer(
    token: Token,
    owner: { username: string; role: number } | undefined,
    uses: TokenUses,
  ): UserTokenResponse {
    return {
      id: token.id,
      user_id: token.userId,
      username: owner?.username ?? '',
      user_role: owner?.role ?? 0,
      masked_key: maskedKeyOf(token, this.vault),
      status: token.status,
      name: token.name,
      created_time: token.createdTime,
      accessed_time: token.accessedTime,
      expired_time: token.expiredTime,
      remain_quota: token.remainQuota,
      unlimited_quota: token.unlimitedQuota,
      used_quota: token.usedQuota,
      group: token.group,
      scopes: token.scopes,
      ...uses,
    };
  }
}
