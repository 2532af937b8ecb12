import type { FactorMethod } from '#contract/second-factor-terms';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { supportsPasskeys } from '../../../lib/browser/passkeys';
import { useStatus } from '../../../lib/api/use-status';
import { toast } from '../../../lib/interaction/toast';
import { AuthCard } from '../auth-card';
import { type PendingStep, useSecondStep } from './use-second-step';

/** The second step of a sign-in: a code of the authenticator app, a recovery code or a passkey. */
export function SecondStep({ step }: { step: PendingStep }) {
  const { t } = useTranslation();
  const { system_name: name } = useStatus();
  const { methods } = step;
  const [method, setMethod] = useState(() => firstOf(methods));
  const { code, passkey } = useSecondStep(step);
  const others = methods.filter((other) => other !== method && (other !== 'passkey' || supportsPasskeys()));
  return (
    <AuthCard title={t('authPages.second.title')} subtitle={t('authPages.second.lead', { name })}>
      <Stack gap="md">
        {method === 'passkey' ? (
          <Button
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
            loading={passkey.pending}
            onClick={() => void passkey.run()}
          >
            {t('authPages.second.passkey')}
          </Button>
        ) : (
          <CodeForm
            key={method}
            method={method}
            pending={code.pending}
            onSubmit={(text) => code.run(method === 'code' ? { code: text } : { recovery_code: text })}
          />
        )}
        <Stack gap={6} align="center">
          {others.map((other) => (
            <Anchor
              key={other}
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => setMethod(other)}
            >
              {t(`authPages.second.use.${other}`)}
            </Anchor>
          ))}
          <Anchor component={Link} to="/login" replace size="sm" underline="always">
            {t('authPages.second.again')}
          </Anchor>
        </Stack>
        <Text size="xs" c="dimmed" ta="center">
          {t('authPages.second.lost')}
        </Text>
      </Stack>
    </AuthCard>
  );
}

interface CodeFormProps {
  method: 'code' | 'recovery_code';
  pending: boolean;
  onSubmit: (text: string) => Promise<boolean>;
}

function CodeForm({ method, pending, onSubmit }: CodeFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setMissing(text.trim() === '');
    if (text.trim() === '') toast.error(t('authPages.second.needed'));
    else if (!(await onSubmit(text.trim()))) setText('');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          label={t(`authPages.second.label.${method}`)}
          description={t(`authPages.second.hint.${method}`)}
          size="md"
          name={method}
          autoFocus
          autoComplete={method === 'code' ? 'one-time-code' : 'off'}
          inputMode={method === 'code' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          error={missing && text === ''}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t('auth.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** The app if there is one: codes work in every browser. A recovery code is the last resort. */
function firstOf(methods: readonly FactorMethod[]): FactorMethod {
  if (methods.includes('code')) return 'code';
  return methods.includes('passkey') && supportsPasskeys() ? 'passkey' : 'recovery_code';
}
