import type { Locator } from 'playwright-core';

/** Opens a group of the channel's form, if it is closed. */
export async function openGroup(form: Locator, name: string): Promise<void> {
  const head = form.getByRole('button', { name: new RegExp(`^${name}`) });
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
}

/** Opens the group of mappings and shows one of them as JSON. @returns the text area */
export async function jsonOfMapping(form: Locator, name: string): Promise<Locator> {
  await openGroup(form, 'Mappings');
  await form
    .getByRole('radiogroup', { name: `${name}: view` })
    .getByText('JSON')
    .click();
  return form.getByRole('textbox', { name });
}
