import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Status, useStatus } from '../../lib/api/use-status';
import { AuthCard } from './auth-card';
import { RegisterForm } from './register-form';
import { ThirdPartyBlock } from './third-party-block';
import { useHumanCheck } from './third-party/use-human-check';
import { useSignInElsewhere } from './use-sign-in';

export function RegisterPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const human = useHumanCheck();
  const ways = waysOf(status);
  useSignInElsewhere();
  return (
    <AuthCard title={t('authPages.register.title')} below={ways === 'all' ? human.widget : null}>
      {ways === 'all' ? (
        <RegisterForm human={human} />
      ) : (
        <Alert color="gray">{t(`authPages.register.${ways}`)}</Alert>
      )}
      {ways !== 'closed' && <ThirdPartyBlock human={human} />}
      <Text size="sm" c="dimmed" mt="lg" ta="center">
        {t('authPages.hasAccount')}{' '}
        <Anchor component={Link} to="/login" size="sm" underline="always">
          {t('authPages.toLogin')}
        </Anchor>
      </Text>
    </AuthCard>
  );
}

/** Which kinds of registration are open. */
function waysOf(status: Status): 'all' | 'thirdOnly' | 'closed' {
  if (!status.register_enabled || status.self_use_mode_enabled) return 'closed';
  return status.password_register_enabled ? 'all' : 'thirdOnly';
}
