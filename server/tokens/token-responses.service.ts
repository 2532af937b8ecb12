import { Injectable } from '@nestjs/common';
import { displayedEnd, maskedKey } from '../contract/masked-key.js';
import type { TokenResponse } from '../contract/resources/token.js';
import { Vault } from '../core/crypto.js';
import type { SignedIn } from '../core/http/access/account.js';
import { OptionsService } from '../options/options.service.js';
import { keyEndOf, storedKey } from './token-key.js';
import { tokenResponseOf, type TokenFacts } from './token-mapping.js';
import { TokenUsesService } from './token-uses.service.js';
import type { Token } from './token.entity.js';

/** Makes the responses about a user's own tokens, whose keys they show as far as `TokenKeyAccess` allows. */
@Injectable()
export class TokenResponses {
  constructor(
    private readonly uses: TokenUsesService,
    private readonly options: OptionsService,
    private readonly vault: Vault,
  ) {}

  /** Whether keys that are made now can be shown again. */
  get keepsKeys(): boolean {
    return this.options.get('TokenKeyAccess') !== 'once';
  }

  /** Whether lists may have whole keys, so that a search by any part of a key reveals nothing. */
  get listsKeys(): boolean {
    return this.options.get('TokenKeyAccess') === 'always';
  }

  async all({ by }: Pick<SignedIn, 'by'>, tokens: readonly Token[]): Promise<TokenResponse[]> {
    const usesOf = await this.uses.ofTokens(tokens.map(({ id }) => id));
    return tokens.map((token) => tokenResponseOf(token, { ...this.keyOf(token, by), ...usesOf(token.id) }));
  }

  async one(account: Pick<SignedIn, 'by'>, token: Token): Promise<TokenResponse> {
    const [response] = await this.all(account, [token]);
    return response!;
  }

  /** Keys are shown to sessions only: a system access token that leaks would reveal all of them. */
  private keyOf(token: Token, by: SignedIn['by']): Pick<TokenFacts, 'key' | 'key_access'> {
    const access = this.options.get('TokenKeyAccess');
    const key = storedKey(token, this.vault);
    if (key !== undefined && access === 'always')
      return by === 'session' ? { key, key_access: 'shown' } : { key: maskedKey(key), key_access: 'never' };
    const isRevealable = key !== undefined && access === 'confirmed' && by === 'session';
    return {
      key: displayedEnd(keyEndOf(token, this.vault)),
      key_access: isRevealable ? 'confirmed' : 'never',
    };
  }
}
