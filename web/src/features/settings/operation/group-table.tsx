import { Button, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { IconAction } from '../../../ui/button/icon-action';
import { fieldOf } from '../form/fields';
import { TextCell } from '../form/text-cell';
import type { OptionForm } from '../form/use-option-form';
import { NumberCell } from '../ratio/number-cell';
import { type GroupRow, readGroups, writeGroups } from './group-rows';
import classes from './rows.module.css';

const GROUP_RATIO = fieldOf('GroupRatio');
const USABLE_GROUPS = fieldOf('UserUsableGroups');

/** Edits both group options in one table: ratios, and the groups that users may select. */
export function GroupTable({ form }: { form: OptionForm }) {
  const { t } = useTranslation();
  const rows = readGroups(form.textOf(GROUP_RATIO), form.textOf(USABLE_GROUPS));
  if (!rows) return <Text size="sm">{t('settings.form.onlyJson')}</Text>;
  const groups = rows;

  function write(next: GroupRow[]) {
    const { ratios, usable } = writeGroups(next);
    form.edit(GROUP_RATIO, ratios);
    form.edit(USABLE_GROUPS, usable);
  }

  function change(index: number, part: Partial<GroupRow>) {
    write(groups.map((row, at) => (at === index ? { ...row, ...part } : row)));
  }

  function rename(index: number, name: string) {
    const trimmed = name.trim();
    if (!trimmed) toast.error(t('settings.operation.groups.needName'));
    else if (groups.some((row, at) => at !== index && row.name === trimmed))
      toast.error(t('settings.operation.groups.exists'));
    else change(index, { name: trimmed });
  }

  function add() {
    let number = groups.length + 1;
    while (groups.some(({ name }) => name === `group-${number}`)) number += 1;
    write([...groups, { name: `group-${number}`, ratio: 1, description: undefined }]);
  }

  return (
    <div>
      <div className={classes.head} data-kind="groups" aria-hidden>
        <span>{t('settings.operation.groups.name')}</span>
        <span>{t('settings.operation.groups.ratio')}</span>
        <span>{t('settings.operation.groups.selectable')}</span>
        <span>{t('settings.operation.groups.description')}</span>
      </div>
      <ul className={classes.rows}>
        {groups.map((row, index) => (
          <li key={index} className={classes.row} data-kind="groups">
            <TextCell
              label={t('settings.operation.groups.nameOf', { name: row.name })}
              value={row.name}
              onChange={(name) => rename(index, name)}
            />
            <NumberCell
              label={t('settings.operation.groups.ratioOf', { name: row.name })}
              size="sm"
              value={row.ratio}
              onChange={(ratio) => change(index, { ratio })}
            />
            <Switch
              aria-label={t('settings.operation.groups.selectableOf', { name: row.name })}
              checked={row.description !== undefined}
              onChange={(event) =>
                change(index, { description: event.currentTarget.checked ? row.name : undefined })
              }
            />
            <TextCell
              label={t('settings.operation.groups.descriptionOf', { name: row.name })}
              placeholder={row.description === undefined ? t('settings.operation.groups.hidden') : undefined}
              disabled={row.description === undefined}
              value={row.description ?? ''}
              onChange={(description) => change(index, { description })}
            />
            <IconAction
              label={t('settings.operation.groups.remove', { name: row.name })}
              icon={<IconTrash size={16} stroke={1.75} />}
              onClick={() => write(groups.filter((_row, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={add}
      >
        {t('settings.operation.groups.add')}
      </Button>
    </div>
  );
}
