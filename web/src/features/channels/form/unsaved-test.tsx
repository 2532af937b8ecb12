import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TestUnsavedChannelResponse } from '#contract/resources/channels/channel';
import { formatFixed } from '../../../lib/format/format';
import { toast } from '../../../lib/interaction/toast';
import { errorText } from '../../../text/error-text';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { FormSection } from '../../../ui/form/form-section';
import { type ChannelValues, toInput } from './channel-form-values';
import { useTestUnsaved } from './use-channel-form';

interface Props {
  form: FormOf<ChannelValues, never>;
  /** The edited channel, whose key is used if the form has none; undefined while creating. */
  id: number | undefined;
}

/** Sends a request as the form describes it, and shows the URL that was called and the status. */
export const UnsavedTest = formPart([], function UnsavedTest({ form, id }: Props) {
  const { t } = useTranslation();
  const [result, setResult] = useState<TestUnsavedChannelResponse>();
  const test = useTestUnsaved(setResult);

  function run() {
    const { key, models, setting, other, type, ...input } = toInput(form.getValues());
    if (id === undefined && key === '') {
      form.setFieldError('key', t('channelForm.needKey'));
      toast.error(t('channelForm.needKey'));
      return;
    }
    setResult(undefined);
    void test.run({
      ...(id !== undefined && { id }),
      type,
      key,
      other,
      models,
      setting,
      base_url: input.base_url,
      openai_organization: input.openai_organization,
      test_model: input.test_model,
      model_mapping: input.model_mapping,
      param_override: input.param_override,
    });
  }

  return (
    <FormSection title={t('unsavedTest.title')}>
      <Group gap="sm">
        <Button variant="default" loading={test.pending} onClick={run}>
          {t('unsavedTest.run')}
        </Button>
        <Text size="xs" c="dimmed" flex={1} miw={200}>
          {t('unsavedTest.hint')}
        </Text>
      </Group>
      <div aria-live="polite">{result && <Result {...result} />}</div>
    </FormSection>
  );
});

function Result({ url, status, milliseconds, error }: TestUnsavedChannelResponse) {
  const { t } = useTranslation();
  const time = formatFixed(milliseconds / 1000, 2);
  return (
    <Alert
      color={error ? 'red' : 'green'}
      title={error ? t('unsavedTest.failed') : t('unsavedTest.works', { time })}
    >
      {url !== '' && (
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      )}
      <Text size="sm">{status === 0 ? t('unsavedTest.noStatus') : t('unsavedTest.status', { status })}</Text>
      {error && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {errorText(error)}
        </Text>
      )}
    </Alert>
  );
}
