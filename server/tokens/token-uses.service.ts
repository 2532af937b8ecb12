import { Injectable } from '@nestjs/common';
import type { KeyUse } from '../billing/key-uses/key-use.entity.js';
import { KeyUseKind } from '../billing/key-uses/key-uses.js';
import { KeyUsesRepository } from '../billing/key-uses/key-uses.repository.js';
import type { KeyUseResponse } from '../contract/resources/token.js';
import type { FormerKey } from './former-keys/former-key.entity.js';
import { FormerKeysRepository } from './former-keys/former-keys.repository.js';
import type { TokenUses } from './token-mapping.js';

const NONE: TokenUses = { former_key: null, last_use: null, refused_use: null };

/** Reads when and from where the keys of tokens were used, and which former keys are accepted. */
@Injectable()
export class TokenUsesService {
  constructor(
    private readonly formerKeys: FormerKeysRepository,
    private readonly uses: KeyUsesRepository,
  ) {}

  /** @returns by id; two queries for all tokens */
  async ofTokens(ids: readonly number[]): Promise<(id: number) => TokenUses> {
    if (ids.length === 0) return () => NONE;
    const [formerKeys, uses] = await Promise.all([
      this.formerKeys.ofTokens(ids, Math.floor(Date.now() / 1000)),
      this.uses.ofTokens(ids),
    ]);
    const former = new Map(formerKeys.map((key) => [key.tokenId, key]));
    return (id) =>
      usesOf(
        former.get(id),
        uses.filter(({ tokenId }) => tokenId === id),
      );
  }
}

function usesOf(former: FormerKey | undefined, uses: readonly KeyUse[]): TokenUses {
  const last = (kind: KeyUse['kind']) => uses.find((use) => use.kind === kind);
  const accepted = [last(KeyUseKind.current), last(KeyUseKind.former)]
    .filter((use) => use !== undefined)
    .sort((one, other) => other.usedAt - one.usedAt)[0];
  const refused = last(KeyUseKind.refused);
  // An earlier former key was used before.
  const formerUse = [last(KeyUseKind.former)].find(
    (use) => use !== undefined && former !== undefined && use.usedAt >= former.replacedAt,
  );
  return {
    former_key: former
      ? {
          end: former.keyEnd,
          replaced_at: former.replacedAt,
          ends_at: former.endsAt,
          last_use: formerUse ? useOf(formerUse) : null,
        }
      : null,
    last_use: accepted ? useOf(accepted) : null,
    refused_use: refused ? { ...useOf(refused), code: refused.refusal } : null,
  };
}

function useOf({ usedAt, address, userAgent }: KeyUse): KeyUseResponse {
  return { at: usedAt, address, user_agent: userAgent };
}
