import { Role } from '#contract/enums';
import type {
  CheckedService,
  ServiceCheckRequest,
  ServiceCheckResponse,
} from '#contract/resources/service-check';
import { Alert, Button, Divider, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api';
import { useSession } from '../../../lib/api/session';
import { useSelf } from '../../../lib/api/use-self';
import { messageOf } from '../../../lib/interaction/use-action';
import { TextInput } from '../../../ui/form/inputs';
import { useDrafts } from '../form/drafts';

interface ServiceCheckProps {
  /** Also the id of its card. */
  service: CheckedService;
}

/** Tests the stored settings of a service where they are edited. Only super administrators may set and test them. */
export function ServiceCheck({ service }: ServiceCheckProps) {
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  return isRoot ? <Check service={service} /> : null;
}

type Result = { done: ServiceCheckResponse } | { problem: string };

function Check({ service }: ServiceCheckProps) {
  const { t } = useTranslation();
  const { self } = useSelf();
  const [typed, setTyped] = useState<string>();
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<Result>();
  const isUnsaved = useDrafts().changed.some(({ card }) => card.id === service);
  const email = typed ?? self?.email ?? '';
  const isMail = service === 'smtp';

  async function run() {
    setPending(true);
    setResult(undefined);
    const body: ServiceCheckRequest = { service, ...(isMail && { email: email.trim() }) };
    try {
      const { data } = await call<ServiceCheckResponse>('POST', '/api/option/check', { body });
      setResult({ done: data });
    } catch (problem) {
      setResult({ problem: messageOf(problem) });
    }
    setPending(false);
  }

  return (
    <>
      <Divider my="lg" />
      <Group align="flex-end" gap="sm">
        {isMail && (
          <TextInput
            type="email"
            label={t('settings.system.check.email')}
            w={{ base: '100%', xs: 280 }}
            value={email}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          loading={pending}
          disabled={isUnsaved || (isMail && email.trim() === '')}
          onClick={() => void run()}
        >
          {t(isMail ? 'settings.system.check.sendMail' : 'settings.system.check.run')}
        </Button>
        {isUnsaved && (
          <Text size="sm" c="dimmed">
            {t('settings.system.check.saveFirst')}
          </Text>
        )}
      </Group>
      <div aria-live="polite">{result && <ResultNote service={service} email={email} result={result} />}</div>
    </>
  );
}

function ResultNote({ service, email, result }: ServiceCheckProps & { email: string; result: Result }) {
  const { t } = useTranslation();
  if ('problem' in result)
    return (
      <Alert
        mt="md"
        color="red"
        icon={<IconCircleX size={18} stroke={1.75} />}
        title={service === 'oidc' ? t('settings.system.oidc.checkFailed') : t('settings.system.check.failed')}
      >
        {result.problem}
      </Alert>
    );
  const { reached, credentials } = result.done;
  const title =
    service === 'smtp'
      ? t('settings.system.check.mailSent', { email })
      : service === 'oidc'
        ? t('settings.system.oidc.checked')
        : t('settings.system.check.reached', { reached });
  return (
    <Alert mt="md" color="green" icon={<IconCircleCheck size={18} stroke={1.75} />} title={title}>
      {service !== 'smtp' && t(`settings.system.check.${credentials}`, { reached })}
    </Alert>
  );
}
