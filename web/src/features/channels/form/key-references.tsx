import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/enums';
import { keyReferenceScheme } from '#contract/key-reference';
import type { ChannelKeyReference } from '#contract/resources/channels/channel';
import { useSession } from '../../../lib/api/session';
import { Tag } from '../../../ui/badge/tag';
import { referenceProblem } from '../reference-problem';

interface Props {
  /** The entered key. */
  value: string;
  /** References of the stored key of the edited channel. */
  stored: readonly ChannelKeyReference[];
}

/** Where the entered or stored key is read, and for those who may enter references, their forms. */
export function KeyReferences({ value, stored }: Props) {
  const { t } = useTranslation();
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  const entered = value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => keyReferenceScheme(line) !== undefined)
    .map((reference) => ({ reference, problem: '' }));
  const shown = value.trim() === '' ? stored : entered;
  return (
    <>
      {isRoot && (
        <Text size="xs" c="dimmed">
          {t('channelForm.referenceHint')}
        </Text>
      )}
      {shown.length > 0 && (
        <Stack gap={4} aria-live="polite">
          {shown.map((line, index) => (
            <Reference key={`${index}-${line.reference}`} {...line} />
          ))}
        </Stack>
      )}
    </>
  );
}

function Reference({ reference, problem }: Pick<ChannelKeyReference, 'reference' | 'problem'>) {
  const { t } = useTranslation();
  const scheme = keyReferenceScheme(reference);
  return (
    <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
      {scheme && <Tag color="blue">{t(`channel.keyFrom.${scheme}`)}</Tag>}{' '}
      {problem === '' ? (
        reference
      ) : (
        <Text span inherit c="red">
          {referenceProblem({ reference, problem })}
        </Text>
      )}
    </Text>
  );
}
