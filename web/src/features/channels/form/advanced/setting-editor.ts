import type { FormOf } from '../../../../ui/form/form-part';
import type { ChannelValues } from '../channel-values';
import { readSetting, type Setting, withSetting } from '../channel-setting';

/** Reads and changes members of the JSON in `setting`; those without a field are kept. */
export function settingEditor(form: FormOf<ChannelValues, 'setting'>) {
  const text = form.values.setting;
  const read = readSetting(text);
  const setting: Setting = read ?? {};
  return {
    setting,
    /** The text cannot be read, so its fields are disabled. */
    broken: read === undefined,
    set: (key: string, value: unknown) => form.setFieldValue('setting', withSetting(text, key, value)),
  };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number | string {
  return typeof value === 'number' ? value : '';
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
