import type { UserTokenResponse } from '#contract/resources/accounts/user-token';
import type { TFunction } from 'i18next';
import type { Brief } from '../../ui/table/data-table.types';
import { Left } from '../tokens/token-brief';
import { TokenStatusBadge } from '../tokens/token-cells';

/** A token of a user in two lines, for phones. */
export function userTokenBrief(token: UserTokenResponse, t: TFunction): Brief {
  return {
    title: token.name,
    value: <Left token={token} t={t} />,
    line: `${token.username} · ${token.masked_key}`,
    status: <TokenStatusBadge token={token} />,
  };
}
