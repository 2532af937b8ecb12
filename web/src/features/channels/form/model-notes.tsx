import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockOff, IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../../lib/api/api';
import { useUnpricedModels } from './use-unpriced-models';

/** Longer lists show this many names and the number of the others. */
const SHOWN = 8;

/** Warns about models of the channel that have no price of their own. */
export function UnpricedModels({ models, listed }: { models: string[]; listed: readonly string[] }) {
  const { t } = useTranslation();
  const unpriced = useUnpricedModels(models, listed) ?? [];
  if (unpriced.length === 0) return null;
  return (
    <Alert color="yellow" py={8} icon={<IconAlertTriangle size={18} stroke={1.75} />}>
      <Text size="sm">{t('channelForm.unpriced', { n: unpriced.length })}</Text>
      <Names names={unpriced} />
      <Anchor component={Link} to={withQuery('/prices', { view: 'unset' })} target="_blank" size="sm">
        {t('channelForm.setPrices')}
      </Anchor>
    </Alert>
  );
}

interface RetiredModelsProps {
  /** Models of the channel that the provider has retired. */
  models: string[];
  onRemove: (models: string[]) => void;
}

/** Warns about models of the channel to which requests fail, with an action to remove them. */
export function RetiredModels({ models, onRemove }: RetiredModelsProps) {
  const { t } = useTranslation();
  if (models.length === 0) return null;
  return (
    <Alert color="yellow" py={8} icon={<IconClockOff size={18} stroke={1.75} />}>
      <Difference
        text={t('channelForm.retiredChosen', { n: models.length })}
        action={t('channelForm.removeRetired')}
        names={models}
        onAct={onRemove}
      />
    </Alert>
  );
}

/** Models reported by the upstream, compared with those of the channel before. */
export interface Fetched {
  added: string[];
  /** Models of the channel that the upstream does not report. */
  missing: string[];
}

interface FetchedModelsProps {
  fetched: Fetched;
  onRemove: (models: string[]) => void;
}

/** The difference after fetching models, with actions to remove the added or missing ones. */
export function FetchedModels({ fetched: { added, missing }, onRemove }: FetchedModelsProps) {
  const { t } = useTranslation();
  if (added.length === 0 && missing.length === 0) return null;
  return (
    <Alert color="blue" py={8} icon={<IconListCheck size={18} stroke={1.75} />}>
      {added.length > 0 && (
        <Difference
          text={t('channelForm.fetchedAdded', { n: added.length })}
          action={t('channelForm.takeBack')}
          names={added}
          onAct={onRemove}
        />
      )}
      {missing.length > 0 && (
        <Difference
          text={t('channelForm.fetchedMissing', { n: missing.length })}
          action={t('channelForm.removeMissing')}
          names={missing}
          onAct={onRemove}
        />
      )}
    </Alert>
  );
}

interface DifferenceProps {
  text: string;
  action: string;
  names: string[];
  onAct: (names: string[]) => void;
}

function Difference({ text, action, names, onAct }: DifferenceProps) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm" py={2}>
      <div>
        <Text size="sm">{text}</Text>
        <Names names={names} />
      </div>
      <Button size="compact-sm" variant="default" flex="none" onClick={() => onAct(names)}>
        {action}
      </Button>
    </Group>
  );
}

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation();
  const rest = names.length - SHOWN;
  return (
    <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {names.slice(0, SHOWN).join(', ')}
      {rest > 0 && ` ${t('channelForm.andMore', { n: rest })}`}
    </Text>
  );
}
