import { Button, Group, SegmentedControl } from '@mantine/core';
import type { TokenResponse } from '#contract/resources/token';
import { MAX_TOKEN_NAME_LENGTH } from '#contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../lib/api/use-status';
import { formatQuota } from '../../lib/format/format';
import { useAction } from '../../lib/interaction/use-action';
import { TextInput } from '../../ui/form/inputs';
import { NEW_TOKEN, toInput } from '../tokens/token-form-values';
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
    const isUnlimited = budget === UNLIMITED;
    const quota = isUnlimited ? 0 : Number(budget) * money.perUnit;
    void create.run(toInput({ ...NEW_TOKEN, name, quota, unlimited: isUnlimited }));
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
