import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../text/localized';

import { ColorField } from './color-field';
import { DefaultNote } from './default-note';
import { type Field, fieldId, type TextField } from './fields';
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
  TextInputField,
} from './inputs';
import { NumberInputField } from './number-field';
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
const WIDE = new Set<Field['kind']>(['boolean', 'json', 'statuses']);

/** The input of one option. */
export function OptionField({ field, form, locked, explained }: OptionFieldProps) {
  const localized = useLocalized();
  const base = {
    form,
    locked,
    label: locked && !explained ? <LockedLabel text={localized(field.label)} /> : localized(field.label),
    hint: field.hint && localized(field.hint),
  };
  return (
    <div id={fieldId(field.key)} className={classes.field} data-wide={isWide(field) || undefined}>
      {control(field, base)}
      <DefaultNote field={field} form={form} locked={locked} />
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
  return WIDE.has(field.kind) || field.wide === true || (field.kind === 'text' && field.editor !== undefined);
}

function control(field: Field, base: Omit<Control<Field>, 'field'>) {
  switch (field.kind) {
    case 'boolean':
      return field.instant ? (
        <InstantSwitch field={field} {...base} />
      ) : (
        <SwitchInput field={field} {...base} />
      );
    case 'integer':
    case 'number':
      return <NumberInputField field={field} {...base} />;
    case 'color':
      return <ColorField field={field} {...base} />;
    case 'secret':
      return <SecretField field={field} {...base} />;
    case 'choice':
      return <ChoiceInput field={field} {...base} />;
    case 'json':
      return <JsonInput field={field} {...base} />;
    default:
      return textControl(field, base);
  }
}

function textControl(field: TextField, base: Omit<Control<Field>, 'field'>) {
  switch (field.editor) {
    case 'lines':
      return <LinesInput field={field} {...base} />;
    case 'page':
    case 'markup':
      return <PageInput field={field} {...base} />;
    case 'list':
      return <TagsField field={field} {...base} />;
    default:
      return <TextInputField field={field} {...base} />;
  }
}
