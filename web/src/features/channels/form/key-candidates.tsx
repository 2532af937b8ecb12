import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KeyCandidate, KeyProbe } from '#contract/resources/channels/key-recognition';
import { declaredLanguage } from '../../../text';
import { StatusBadge } from '../../../ui/badge/status-badge';
import { Tag } from '../../../ui/badge/tag';
import type { ChannelTypes } from '../use-channel-types';

const COLORS = { certain: 'green', likely: 'blue', possible: 'gray' } as const;

interface CandidatesProps {
  candidates: readonly KeyCandidate[];
  types: ChannelTypes;
  onChoose: (candidate: KeyCandidate, name: string) => void;
}

/** Providers whose key it may be, each with a button to choose it. */
export function Candidates({ candidates, types, onChoose }: CandidatesProps) {
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
export function Probes({ probes, types, pending, onAsk }: ProbesProps) {
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

/** Name of the provider, and of its address if that is not the default one. */
export function nameOf({ type, label }: Place, types: ChannelTypes): string {
  const language = declaredLanguage();
  const name = types.of(type)?.name[language] ?? String(type);
  return label ? `${name} ${label[language]}` : name;
}

function hostOf({ type, base_url: url }: Place, types: ChannelTypes): string {
  const address = url || (types.of(type)?.base_url ?? '');
  return URL.canParse(address) ? new URL(address).host : '';
}
