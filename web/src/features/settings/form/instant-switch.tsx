import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { Cancelled } from '../../../lib/api/confirmation';
import { messageOf } from '../../../lib/interaction/use-action';
import { useLocalized } from '../../../text/localized';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { isRefusal, useSaveOptions } from '../use-options';
import type { Field } from './fields';
import classes from './form.module.css';
import type { Control } from './inputs';
import { Switch } from '../../../ui/form/inputs';

/** A switch that is saved immediately, and reset if the server rejects the change. */
export function InstantSwitch({ field, form, locked, label, hint }: Control<Field<'boolean'>>) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { save } = useSaveOptions();
  const [pendingValue, setPendingValue] = useState<boolean>();
  const [asking, setAsking] = useState(false);
  const { confirmOff } = field;

  async function turn(on: boolean) {
    setAsking(false);
    setPendingValue(on);
    const [outcome] = await save({ [field.key]: String(on) });
    setPendingValue(undefined);
    const problem = outcome?.problem;
    if (problem === undefined) toast.success(t('settings.form.updated'));
    else if (!(problem instanceof Cancelled))
      toast.error(isRefusal(problem) ? messageOf(problem) : t('settings.form.updateFailed'));
  }

  return (
    <>
      <Switch
        classNames={{ body: classes.switchBody }}
        labelPosition="left"
        label={label}
        description={hint}
        disabled={locked}
        aria-busy={pendingValue !== undefined}
        checked={pendingValue ?? form.textOf(field) === 'true'}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          if (pendingValue !== undefined) return;
          if (confirmOff && !on) setAsking(true);
          else void turn(on);
        }}
      />
      {confirmOff && (
        <ConfirmDialog
          opened={asking}
          title={localized(confirmOff.title)}
          text={localized(confirmOff.text)}
          confirm={t('common.confirm')}
          onConfirm={() => void turn(false)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
