import type { TokenResponse } from '#contract/resources/token';
import type { OnboardingResponse } from '#contract/resources/onboarding';
import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdmin, useSession } from '../../lib/api/session';
import { KeyOnce } from '../tokens/keys/key-once';
import { ChannelFact } from './channel-fact';
import { Fact } from './fact';
import classes from './first-call.module.css';
import { FirstRequest } from './first-request';
import { ModelsFact } from './models-fact';
import { NewToken } from './new-token';
import { NoBalance } from './no-balance';
import { useToken } from './use-token';

interface FirstCallPanelProps {
  facts: OnboardingResponse;
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** Three facts that make a call possible. Each that does not hold has what makes it hold. */
export function FirstCallPanel({ facts, onChange, onClose }: FirstCallPanelProps) {
  const { t } = useTranslation();
  const admin = isAdmin(useSession());
  const [made, setMade] = useState<TokenResponse>();
  const listed = useToken(facts.token_id);
  const token = made ?? listed;

  async function created(fresh: TokenResponse | null) {
    if (fresh) setMade(fresh);
    await onChange();
  }

  return (
    <Paper withBorder component="section" aria-labelledby="first-call" className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} size="h3" id="first-call">
            {t('firstCall.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('firstCall.lead')}
          </Text>
        </div>
        <CloseButton aria-label={t('firstCall.close')} onClick={onClose} />
      </Group>
      <NoBalance />
      <ol className={classes.facts}>
        {admin ? <ChannelFact isDone={facts.channel === true} onChange={onChange} /> : <ModelsFact />}
        {token ? (
          <Fact isDone title={t('firstCall.token')} note={token.name}>
            {made && <KeyOnce token={made} />}
          </Fact>
        ) : (
          <Fact title={t('firstCall.token')}>
            {facts.token_id === null && <NewToken onCreated={created} />}
          </Fact>
        )}
        {token ? (
          <FirstRequest key={token.id} token={token} onAnswered={onChange} />
        ) : (
          <Fact title={t('firstCall.request')} note={t('firstCall.needsToken')} />
        )}
      </ol>
    </Paper>
  );
}
