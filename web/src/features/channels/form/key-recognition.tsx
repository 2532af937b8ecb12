import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyCandidate, RecogniseKeyResponse } from '#contract/resources/channels/key-recognition';
import { toast } from '../../../lib/interaction/toast';
import { Candidates, Probes } from './key-candidates';
import { useRecogniseKey } from './use-channel-form';
import type { ChannelTypes } from '../use-channel-types';
import { PasswordInput, TextInput } from '../../../ui/form/inputs';

/** A choice among the guesses for a key. */
export interface Recognised {
  candidate: KeyCandidate;
  /** Name of the provider, and of its address if that is not the default one. */
  name: string;
  key: string;
}

interface Props {
  types: ChannelTypes;
  onChoose: (recognised: Recognised) => void;
}

/** Guesses the provider of a pasted key, and fills in the form for the one that is chosen. */
export const KeyRecognition = memo(function KeyRecognition({ types, onChoose }: Props) {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure(false);
  const [cancelled, setCancelled] = useState(false);
  const [key, setKey] = useState('');
  const [address, setAddress] = useState('');
  const [result, setResult] = useState<RecogniseKeyResponse>();
  const recognition = useRecogniseKey(setResult);

  function recognise(secret: string, probe = false) {
    if (secret.trim() !== '') void recognition.run({ key: secret, base_url: address.trim(), probe });
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    // A field of one line would join the lines of several keys or of a document.
    event.preventDefault();
    const pasted = event.clipboardData.getData('text').trim();
    setKey(pasted);
    setResult(undefined);
    recognise(pasted);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    // Enter would submit the form of the channel.
    event.preventDefault();
    recognise(key);
  }

  function choose(candidate: KeyCandidate, name: string) {
    onChoose({ candidate, name, key });
    toast.success(t('keyRecognition.filled', { name }));
    setCancelled(false);
    close();
    setKey('');
    setAddress('');
    setResult(undefined);
  }

  if (!opened)
    return (
      <Group gap="sm" mb="lg">
        <Button
          variant="light"
          // Takes back the focus that the panel had.
          autoFocus={cancelled}
          leftSection={<IconKey size={16} stroke={1.75} />}
          onClick={open}
        >
          {t('keyRecognition.open')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('keyRecognition.openHint')}
        </Text>
      </Group>
    );

  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-label={t('keyRecognition.title')}>
      <Stack gap="sm">
        <PasswordInput
          label={t('keyRecognition.secret')}
          description={t('keyRecognition.secretHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
          autoFocus
          value={key}
          onChange={(event) => {
            setKey(event.currentTarget.value);
            setResult(undefined);
          }}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <TextInput
          label={t('keyRecognition.address')}
          description={t('keyRecognition.addressHint')}
          inputMode="url"
          value={address}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setResult(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <Group gap="xs">
          <Button
            size="xs"
            loading={recognition.pending}
            disabled={key.trim() === ''}
            onClick={() => recognise(key)}
          >
            {t('keyRecognition.recognise')}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setCancelled(true);
              close();
            }}
          >
            {t('common.cancel')}
          </Button>
        </Group>
        <div aria-live="polite">
          {result && (
            <Stack gap="sm">
              <Candidates candidates={result.candidates} types={types} onChoose={choose} />
              <Probes
                probes={result.probes}
                types={types}
                pending={recognition.pending}
                onAsk={() => recognise(key, true)}
              />
            </Stack>
          )}
        </div>
      </Stack>
    </Paper>
  );
});
