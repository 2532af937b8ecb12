import { Button, Group, Paper, Popover, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import classes from './personal.module.css';
import { useAccessToken } from './use-personal';

interface SecurityCardProps {
  onPassword: () => void;
  onRemove: () => void;
}

/** Password, access token and account deletion. */
export function SecurityCard({ onPassword, onRemove }: SecurityCardProps) {
  const { t } = useTranslation();
  const [token, setToken] = useState<string>();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="security">
      <Title order={2} id="security" mb="xs">
        {t('personalPage.security.title')}
      </Title>
      <ul className={classes.rows}>
        <li>
          <What title={t('personalPage.security.password')} hint={t('personal.passwordHint')} />
          <Button variant="default" size="xs" flex="none" onClick={onPassword}>
            {t('personalPage.security.changePassword')}
          </Button>
        </li>
        <li>
          <What title={t('personalPage.security.token')} hint={t('personalPage.security.tokenHint')} />
          <TokenButton onMade={setToken} />
        </li>
        {token !== undefined && (
          <li>
            <TextInput
              w="100%"
              aria-label={t('personalPage.security.token')}
              readOnly
              value={token}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onClick={(event) => {
                event.currentTarget.select();
                void copyText(token, t('personalPage.security.tokenCopied'));
              }}
            />
          </li>
        )}
        <li>
          <What title={t('personalPage.security.remove')} hint={t('personalPage.security.removeHint')} />
          <Button variant="light" color="red" size="xs" flex="none" onClick={onRemove}>
            {t('personalPage.security.remove')}
          </Button>
        </li>
      </ul>
    </Paper>
  );
}

function What({ title, hint }: { title: string; hint: string }) {
  return (
    <div className={classes.what}>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}

/** Asks for confirmation, because the previous access token stops working. */
function TokenButton({ onMade }: { onMade: (token: string) => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const create = useAccessToken(onMade);

  async function proceed() {
    await create.run();
    setAsking(false);
  }

  return (
    <Popover
      opened={asking}
      onChange={setAsking}
      width={280}
      position="bottom-end"
      trapFocus
      withArrow
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          flex="none"
          loading={create.pending}
          onClick={() => setAsking(!asking)}
        >
          {t('personalPage.security.createToken')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="alertdialog" aria-label={t('personalPage.security.tokenTitle')}>
        <Text size="sm" fw={600}>
          {t('personalPage.security.tokenTitle')}
        </Text>
        <Text size="xs" c="dimmed" mt={4}>
          {t('personalPage.security.tokenText')}
        </Text>
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button size="xs" color="red.8" loading={create.pending} onClick={() => void proceed()}>
            {t('personalPage.security.tokenConfirm')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
