import { Alert, Anchor, Stack, Text } from '@mantine/core';
import i18next from 'i18next';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { toast } from '../../lib/interaction/toast';
import { useStatus } from '../../lib/api/use-status';
import { lazyPart } from '../../lib/browser/online';
import { AuthCard } from './auth-card';
import { LoginForm } from './login-form';
import { PasskeyButton } from './passkey-button';
import { pendingStep } from './second-step/use-second-step';
import { ThirdPartyBlock } from './third-party-block';
import { useHumanCheck } from './third-party/use-human-check';
import { useInvitation } from './use-invitation';
import { useSignInElsewhere } from './use-sign-in';

const SecondStep = lazyPart(async () => (await import('./second-step/second-step')).SecondStep);

export function LoginPage() {
  const step = pendingStep(useLocation().state);
  if (!step) return <FirstStep />;
  return (
    <Suspense fallback={null}>
      <SecondStep step={step} />
    </Suspense>
  );
}

function FirstStep() {
  const { t } = useTranslation();
  const status = useStatus();
  const [search] = useSearchParams();
  const human = useHumanCheck();
  const expired = search.get('expired') === 'true';
  const registers = status.register_enabled && !status.self_use_mode_enabled;
  useInvitation();
  useSignInElsewhere();

  useEffect(() => {
    if (expired) toast.error(i18next.t('http.401'));
  }, [expired]);

  return (
    <AuthCard
      title={t('auth.title')}
      subtitle={t('auth.subtitle', { name: status.system_name })}
      below={human.widget}
    >
      {status.password_login_enabled ? (
        <LoginForm human={human} />
      ) : (
        <Alert color="gray">{t('authPages.passwordLoginOff')}</Alert>
      )}
      <PasskeyButton />
      <ThirdPartyBlock human={human} />
      <Stack gap={6} mt="lg" align="center">
        {registers && (
          <Text size="sm" c="dimmed">
            {t('authPages.noAccount')}{' '}
            <Anchor component={Link} to="/register" size="sm" underline="always">
              {t('authPages.toRegister')}
            </Anchor>
          </Text>
        )}
        {status.password_login_enabled && (
          <Text size="sm" c="dimmed">
            {t('authPages.forgot')}{' '}
            <Anchor component={Link} to="/reset" size="sm" underline="always">
              {t('authPages.toReset')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </AuthCard>
  );
}
