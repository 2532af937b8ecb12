import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldId } from './field-id';
import type { Field } from './fields';
import classes from './form.module.css';
import { InstantSwitch } from './instant-switch';
import {
  ChoiceInput,
  type Control,
  JsonInput,
  LinesInput,
  PageInput,
  SwitchInput,
  TagsField,
  TextField,
} from './inputs';
import { NumberField } from './number-field';
import { SecretField } from './secret-field';
import type { OptionForm } from './use-option-form';

interface OptionFieldProps {
  field: Field;
  form: OptionForm;
  /** True if this user may see but not change it. */
  locked: boolean;
  /** True if the form already shows why it is locked. */
  explained: boolean;
}

/** Kinds that take a full row. */
const WIDE = new Set<Field['kind']>(['switch', 'lines', 'page', 'json', 'tags', 'statuses']);

/** The input of one option. */
export function OptionField({ field, form, locked, explained }: OptionFieldProps) {
  const { t } = useTranslation();
  const base = {
    form,
    locked,
    label: locked && !explained ? <LockedLabel text={t(field.label)} /> : t(field.label),
    hint: field.hint && t(field.hint),
  };
  return (
    <div id={fieldId(field.key)} className={classes.field} data-wide={isWide(field) || undefined}>
      {control(field, base)}
    </div>
  );
}

function LockedLabel({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <>
      {text}{' '}
      <IconLock
        size={14}
        stroke={1.75}
        role="img"
        aria-label={t('settings.form.fieldRootOnly')}
        style={{ verticalAlign: '-2px' }}
      />
    </>
  );
}

function isWide(field: Field): boolean {
  return WIDE.has(field.kind) || ('wide' in field && field.wide === true);
}

function control(field: Field, base: Omit<Control<Field>, 'field'>) {
  switch (field.kind) {
    case 'switch':
      return field.instant ? (
        <InstantSwitch field={field} {...base} />
      ) : (
        <SwitchInput field={field} {...base} />
      );
    case 'whole':
    case 'number':
      return <NumberField field={field} {...base} />;
    case 'secret':
      return <SecretField field={field} {...base} />;
    case 'choice':
      return <ChoiceInput field={field} {...base} />;
    case 'json':
      return <JsonInput field={field} {...base} />;
    case 'lines':
      return <LinesInput field={field} {...base} />;
    case 'page':
      return <PageInput field={field} {...base} />;
    case 'tags':
      return <TagsField field={field} {...base} />;
    default:
      return <TextField field={field} {...base} />;
  }
}
