import { Button, Group, SegmentedControl } from '@mantine/core';
import type { TokenResponse } from '#contract/resources/token';
import { NEVER_EXPIRES } from '#contract/enums';
import { MAX_TOKEN_NAME_LENGTH } from '#contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../lib/api/use-status';
import { formatQuota } from '../../lib/format/format';
import { useAction } from '../../lib/interaction/use-action';
import { TextInput } from '../../ui/form/inputs';
import { createToken } from '../tokens/use-tokens';

/** US dollars. */
const BUDGETS = [1, 5, 20];
const USUAL_BUDGET = '5';
const UNLIMITED = 'unlimited';

interface NewTokenProps {
  /** Called with the token where lists do not have its key. */
  onCreated: (made: TokenResponse | null) => Promise<void>;
}

/** Creates a token with one click: a name and a budget are filled in. */
export function NewToken({ onCreated }: NewTokenProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [name, setName] = useState<string>(t('firstCall.tokenName'));
  const [budget, setBudget] = useState(USUAL_BUDGET);
  const create = useAction(createToken, ({ data }) => onCreated(data));

  function submit() {
    void create.run({
      name: name.trim(),
      remain_quota: budget === UNLIMITED ? 0 : Number(budget) * money.perUnit,
      unlimited_quota: budget === UNLIMITED,
      expired_time: NEVER_EXPIRES,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: '',
      cross_group_retry: true,
      scopes: '',
    });
  }

  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label={t('firstCall.tokenNameLabel')}
        maxLength={MAX_TOKEN_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('firstCall.budget')}
        value={budget}
        onChange={setBudget}
        data={[
          ...BUDGETS.map((usd) => ({
            value: String(usd),
            label: formatQuota(usd * money.perUnit, money, 0),
          })),
          { value: UNLIMITED, label: t('token.unlimited') },
        ]}
      />
      <Button loading={create.pending} disabled={name.trim() === ''} onClick={submit}>
        {t('firstCall.createToken')}
      </Button>
    </Group>
  );
}
