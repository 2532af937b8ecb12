import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconPlayerStop, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../playground.module.css';
import { ModelSelect } from './settings-panel';
import type { Conversation } from './use-columns';

interface ColumnHeadProps {
  conversation: Conversation;
  /** From 1. */
  number: number;
  models: readonly string[];
}

/** The model of a compared conversation; stops its answer or closes it. */
export function ColumnHead({ conversation, number, models }: ColumnHeadProps) {
  const { t } = useTranslation();
  const { model, answering, stop, close, setModel } = conversation;
  return (
    <Group gap="xs" wrap="nowrap" className={classes.columnHead}>
      <div className={classes.columnModel}>
        <ModelSelect
          label={t('playground.columnModel', { n: number })}
          labelHidden
          models={models}
          value={model}
          onChange={setModel}
        />
      </div>
      {answering && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} stroke={1.75} />}
          aria-label={t('playground.stopOf', { model })}
          onClick={stop}
        >
          {t('playground.stop')}
        </Button>
      )}
      <Tooltip label={t('playground.closeColumn', { model })}>
        <ActionIcon aria-label={t('playground.closeColumn', { model })} onClick={close}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
