import { displayedKey } from '#contract/masked-key';
import type { TokenResponse } from '#contract/resources/token';
import type { TFunction } from 'i18next';
import { Quota } from '../../ui/badge/quota';
import type { Brief } from '../../ui/table/data-table.types';
import { TokenStatusBadge } from './token-cells';
import { LastUse } from './token-times';

/** A token in two lines, for phones. */
export function tokenBrief(token: TokenResponse, t: TFunction): Brief {
  return {
    title: token.name,
    value: <Left token={token} t={t} />,
    line: (
      <>
        <span>{displayedKey(token.key)}</span> · <LastUse token={token} />
      </>
    ),
    status: <TokenStatusBadge token={{ status: token.status }} />,
  };
}

interface LeftProps {
  token: Pick<TokenResponse, 'unlimited_quota' | 'remain_quota'>;
  t: TFunction;
}

/** What a token has left. */
export function Left({ token, t }: LeftProps) {
  return token.unlimited_quota ? t('token.unlimited') : <Quota value={token.remain_quota} />;
}
