import { Anchor, Paper } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../../lib/format/format';
import { JsonField as JsonArea } from '../../../ui/form/json-field';
import { useLocalized } from '../../../text/localized';
import { Markdown } from '../../../ui/text/markdown';
import type { Field, TextField } from './fields';
import classes from './form.module.css';
import type { OptionForm } from './use-option-form';
import { Select, Switch, TagsInput, Textarea, TextInput } from '../../../ui/form/inputs';

export interface Control<F extends Field> {
  field: F;
  form: OptionForm;
  locked: boolean;
  label: ReactNode;
  hint: string | undefined;
}

type Part = 'label' | 'description' | 'input' | 'error';

/** Descriptions are below the input, so that inputs in a row are aligned. */
const HINT_BELOW: Part[] = ['label', 'input', 'description', 'error'];

/** Props of all inputs: label, description, error and disabled state. */
export function wordsOf({ field, form, locked, label, hint }: Control<Field>) {
  return { label, description: hint, disabled: locked, error: form.errorOf(field) };
}

/** The same for single-line inputs. */
export function lineOf(control: Control<Field>) {
  return {
    ...wordsOf(control),
    inputWrapperOrder: HINT_BELOW,
    styles: { description: { marginTop: 6, marginBottom: 0 } },
  };
}

export function SwitchInput({ field, form, locked, label, hint }: Control<Field<'boolean'>>) {
  return (
    <Switch
      classNames={{ body: classes.switchBody }}
      labelPosition="left"
      label={label}
      description={hint}
      disabled={locked}
      error={form.errorOf(field)}
      checked={form.textOf(field) === 'true'}
      onChange={(event) => form.edit(field, String(event.currentTarget.checked))}
    />
  );
}

export function TextInputField(props: Control<TextField>) {
  const { field, form } = props;
  return (
    <TextInput
      {...lineOf(props)}
      {...(field.placeholder && { placeholder: field.placeholder })}
      autoComplete="off"
      spellCheck={false}
      value={form.textOf(field)}
      onChange={(event) => form.edit(field, event.currentTarget.value)}
      onBlur={(event) => form.leave(field, event)}
    />
  );
}

export function LinesInput(props: Control<TextField>) {
  const { field, form } = props;
  const [minRows, maxRows] = field.rows ?? [6, 12];
  return (
    <Textarea
      {...wordsOf(props)}
      autosize
      minRows={minRows}
      maxRows={maxRows}
      spellCheck={false}
      value={form.textOf(field)}
      onChange={(event) => form.edit(field, event.currentTarget.value)}
    />
  );
}

/** With a preview of the rendered text; a URL alone has none, because it is embedded as a page. */
export function PageInput(props: Control<TextField>) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const [looking, setLooking] = useState(false);
  const text = props.form.textOf(props.field);
  return (
    <div>
      <LinesInput {...props} />
      {text.trim() !== '' && !/^https?:\/\/\S+$/.test(text.trim()) && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          mt={6}
          aria-expanded={looking}
          aria-label={`${t('settings.form.preview')}: ${localized(props.field.label)}`}
          onClick={() => setLooking(!looking)}
        >
          {t('settings.form.preview')}
        </Anchor>
      )}
      {looking && text.trim() !== '' && (
        <Paper withBorder p="md" mt="xs" className={classes.preview}>
          <Markdown text={text} />
        </Paper>
      )}
    </div>
  );
}

export function ChoiceInput(props: Control<Field<'choice'>>) {
  const localized = useLocalized();
  const { field, form } = props;
  return (
    <Select
      {...lineOf(props)}
      allowDeselect={false}
      data={field.choices.map(({ value, label }) => ({ value, label: localized(label) }))}
      value={form.textOf(field)}
      onChange={(value) => value !== null && form.edit(field, value)}
    />
  );
}

export function TagsField(props: Control<TextField>) {
  const { t } = useTranslation();
  const { field, form } = props;
  return (
    <TagsInput
      {...wordsOf(props)}
      placeholder={field.placeholder ?? t('settings.form.addTag')}
      splitChars={[',', ' ', '，']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      value={splitList(form.textOf(field))}
      onChange={(tags) => form.edit(field, tags.join(','))}
    />
  );
}

export function JsonInput(props: Control<Field<'json'>>) {
  const { field, form } = props;
  const [minRows, maxRows] = field.rows ?? [4, 12];
  return (
    <JsonArea
      {...wordsOf(props)}
      template={field.template}
      minRows={minRows}
      maxRows={maxRows}
      value={form.textOf(field)}
      onChange={(text) => form.edit(field, text)}
      onBlur={(event) => form.leave(field, event)}
    />
  );
}
