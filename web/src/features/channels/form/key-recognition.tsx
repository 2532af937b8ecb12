import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  KeyCandidate,
  KeyProbe,
  RecogniseKeyResponse,
} from '#contract/resources/channels/key-recognition';
import { toast } from '../../../lib/interaction/toast';
import { currentLanguage } from '../../../text';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { Tag } from '../../../ui/badge/tag';
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

const COLORS = { certain: 'green', likely: 'blue', possible: 'gray' } as const;

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

interface CandidatesProps {
  candidates: readonly KeyCandidate[];
  types: ChannelTypes;
  onChoose: (candidate: KeyCandidate, name: string) => void;
}

function Candidates({ candidates, types, onChoose }: CandidatesProps) {
  const { t } = useTranslation();
  if (candidates.length === 0) return <Text size="sm">{t('keyRecognition.none')}</Text>;
  return (
    <Stack component="ul" gap={0} pl={0} m={0} style={{ listStyle: 'none' }}>
      {candidates.map((one) => {
        const name = nameOf(one, types);
        const { certainty, reason, prefix, models } = one;
        return (
          <Group
            key={`${one.type} ${one.base_url}`}
            component="li"
            justify="space-between"
            wrap="nowrap"
            gap="sm"
            py={8}
            style={{ borderTop: '1px solid var(--app-line)' }}
          >
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Tag color={types.of(one.type)?.color ?? 'gray'}>{name}</Tag>
                <StatusBadge color={COLORS[certainty]}>{t(`keyRecognition.${certainty}`)}</StatusBadge>
              </Group>
              <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
                {[t(`keyRecognition.reason.${reason}`, { prefix, n: models.length }), hostOf(one, types)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={t('keyRecognition.use', { name })}
              onClick={() => onChoose(one, name)}
            >
              {t('keyRecognition.useShort')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}

interface ProbesProps {
  probes: readonly KeyProbe[];
  types: ChannelTypes;
  pending: boolean;
  onAsk: () => void;
}

/** Names who would receive the key, and asks them on request. Afterwards: what they returned. */
function Probes({ probes, types, pending, onAsk }: ProbesProps) {
  const { t } = useTranslation();
  if (probes.length === 0) return null;
  const probed = probes.some(({ outcome }) => outcome !== 'not_asked');
  const outcomeOf = (one: KeyProbe) =>
    `${nameOf(one, types)} (${hostOf(one, types)}): ${t(`keyRecognition.outcome.${one.outcome}`)}`;
  return (
    <Alert
      color={probed ? 'gray' : 'yellow'}
      title={t(probed ? 'keyRecognition.asked' : 'keyRecognition.askTitle')}
    >
      {!probed && <Text size="sm">{t('keyRecognition.askText')}</Text>}
      <List size="sm" my="xs">
        {(probed ? probes.map(outcomeOf) : receivers(probes, types)).map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            {line}
          </List.Item>
        ))}
      </List>
      {!probed && (
        <Button size="xs" color="yellow" variant="light" loading={pending} onClick={onAsk}>
          {t('keyRecognition.ask')}
        </Button>
      )}
    </Alert>
  );
}

/** Every host that receives the key, with the names of the providers or APIs that are called there. */
function receivers(probes: readonly KeyProbe[], types: ChannelTypes): string[] {
  const names = new Map<string, string[]>();
  for (const one of probes) {
    const host = hostOf(one, types);
    names.set(host, [...(names.get(host) ?? []), nameOf(one, types)]);
  }
  return [...names].map(([host, all]) => `${all.join(', ')} (${host})`);
}

type Place = Pick<KeyCandidate, 'type' | 'label' | 'base_url'>;

function nameOf({ type, label }: Place, types: ChannelTypes): string {
  const language = currentLanguage();
  const name = types.of(type)?.name[language] ?? String(type);
  return label ? `${name} ${label[language]}` : name;
}

function hostOf({ type, base_url: url }: Place, types: ChannelTypes): string {
  const address = url || (types.of(type)?.base_url ?? '');
  return URL.canParse(address) ? new URL(address).host : '';
}
