/** DOM id of an option's field. */
export function fieldId(key: string): string {
  return `option-${key}`;
}
