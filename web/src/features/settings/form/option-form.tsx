import { Role } from '#contract/enums';
import type { Card } from '#contract/options/declaration';
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/api/session';
import { useLocalized } from '../../../text/localized';
import { fieldsOf } from './fields';
import classes from './form.module.css';
import { OptionField } from './option-field';
import { type OptionForm as Draft, useOptionForm } from './use-option-form';

export interface OptionFormProps {
  card: Card;
  /** Shown above the fields. */
  intro?: ReactNode;
  /** More buttons, beside the save button. */
  actions?: ReactNode;
  /** A table view of the same draft, as an alternative to editing JSON. */
  table?: (form: Draft) => ReactNode;
}

/** The fields of a card, and a button that saves the changed ones. */
export function OptionForm({ card, intro, actions, table }: OptionFormProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const fields = fieldsOf(card);
  const form = useOptionForm(card);
  const [asJson, setAsJson] = useState(false);
  const shown = asJson || !table || form.hasErrors ? undefined : table(form);
  const isRoot = (useSession()?.role ?? 0) >= Role.root;
  const closed = !isRoot && fields.every((field) => field.root);
  const mixed = !isRoot && !closed && fields.some((field) => field.root);
  const saved = fields.some((field) => field.kind !== 'boolean' || !field.instant);
  return (
    <form
      className={classes.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.pending) void form.submit();
      }}
    >
      {(closed || mixed) && (
        <Group gap={8} wrap="nowrap" c="dimmed">
          <IconLock size={16} stroke={1.75} aria-hidden />
          <Text size="sm">{t(closed ? 'settings.form.rootOnly' : 'settings.form.someRootOnly')}</Text>
        </Group>
      )}
      {card.notice && (
        <Alert icon={<IconInfoCircle size={18} stroke={1.75} />} p="sm">
          {localized(card.notice)}
        </Alert>
      )}
      {intro}
      {table && (
        <SegmentedControl
          size="xs"
          aria-label={t('settings.form.view')}
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'table', label: t('settings.form.asTable') },
            { value: 'json', label: 'JSON' },
          ]}
          value={shown === undefined ? 'json' : 'table'}
          onChange={(view) => setAsJson(view === 'json')}
        />
      )}
      {shown !== undefined && (
        <fieldset disabled={closed} className={classes.table}>
          {shown}
        </fieldset>
      )}
      <div className={classes.fields} hidden={shown !== undefined}>
        {fields.map((field) => (
          <OptionField
            key={field.key}
            field={field}
            form={form}
            locked={!isRoot && field.root === true}
            explained={closed}
          />
        ))}
      </div>
      {saved && !closed && (
        <Group gap="sm" className={classes.footer}>
          <Button type="submit" variant={form.isChanged ? 'filled' : 'default'} loading={form.pending}>
            {card.save ? localized(card.save) : t('common.save')}
          </Button>
          {actions}
        </Group>
      )}
    </form>
  );
}
