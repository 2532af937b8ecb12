/** Where the field of an option is on the page. */
export function fieldId(key: string): string {
  return `option-${key}`;
}
