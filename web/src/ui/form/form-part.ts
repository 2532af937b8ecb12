import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form';
import { type FunctionComponent, memo, type ReactNode } from 'react';

/**
 * A form as one of its parts sees it: the values and errors of these fields. Event handlers read the others with
 * `getValues`.
 */
export interface FormOf<V extends object, K extends keyof V & string> extends Pick<
  UseFormReturnType<V>,
  'getValues' | 'setFieldValue' | 'setFieldError'
> {
  values: Pick<V, K>;
  errors: Readonly<Partial<Record<K, ReactNode>>>;
  getInputProps: (field: K, options?: { type: 'checkbox' }) => GetInputPropsReturnType;
}

interface PartProps {
  form: { values: object; errors: object };
}

/** Fails to compile if the part sees a field that is not in its list. */
type Covers<P extends PartProps, K> = keyof P['form']['values'] extends K ? unknown : never;

/**
 * A part of a form that renders again only when the value or error of one of its fields, or another property, has
 * changed. The form itself renders with every key press. Its validators must be stable functions (`useSteady`).
 */
export function formPart<P extends PartProps, const K extends string>(
  fields: readonly K[],
  Part: FunctionComponent<P> & Covers<P, K>,
) {
  return memo<P>(
    Part,
    (before, after) =>
      sameMembers(without(before), without(after)) &&
      sameMembers(before.form.values, after.form.values, fields) &&
      sameMembers(before.form.errors, after.form.errors, fields),
  );
}

function without({ form: _form, ...others }: PartProps): object {
  return others;
}

function sameMembers(one: object, other: object, names: readonly string[] = namesOf(one, other)): boolean {
  const [before, after] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return names.every((name) => Object.is(before.get(name), after.get(name)));
}

function namesOf(one: object, other: object): string[] {
  return [...Object.keys(one), ...Object.keys(other)];
}
