import type { Page } from 'playwright-core';
import { Console } from './console.js';

/** Channels by tag: one row for many, and what is done to it is done to all of them. */
let app: Console;

beforeAll(async () => {
  app = await Console.start();
  const add = (name: string, fields: Record<string, unknown>) =>
    app.gateway.addChannel({ name, base_url: 'http://127.0.0.1:9', models: 'gpt-4o', ...fields });
  await add('first', { tag: 'fleet', priority: 5, weight: 2 });
  await add('second', { tag: 'fleet', priority: 7, weight: 2, group: 'default,vip', status: 2 });
  await add('alone', { tag: 'spare' });
  await add('untagged', {});
});

afterAll(() => app?.close());

test('a tag sums up its channels, opens to show them, and the way of showing is remembered', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel');
    await page.getByRole('row', { name: 'untagged' }).waitFor();
    await page.getByRole('switch', { name: 'Group by tag' }).click();
    const fleet = tagRow(page);
    await fleet.getByText('Enabled', { exact: true }).waitFor();
    expect(await page.getByRole('row', { name: 'untagged' }).count()).toBe(0);
    await fleet.getByRole('button', { name: 'Copy default' }).waitFor();
    await fleet.getByText('+1', { exact: true }).click();
    await page.getByRole('dialog').getByText('vip').waitFor();
    await page.keyboard.press('Escape');
    expect(await fleet.getByRole('textbox', { name: 'Priority of fleet' }).inputValue()).toBe('');
    expect(await fleet.getByRole('textbox', { name: 'Weight of fleet' }).inputValue()).toBe('2');
    await page.getByText('1 – 2 of 2').waitFor();

    await page.goto('/channel');
    await fleet.getByRole('button', { name: 'Show details: Tag: fleet' }).click();
    await page.getByRole('row', { name: 'second' }).getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Keyword' }).fill('alone');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 – 1 of 1').waitFor();
  }));

test('a number of a tag is changed for all its channels after a confirmation, its status at once', () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/channel?tag_mode=true');
    const fleet = tagRow(page);
    const priority = fleet.getByRole('textbox', { name: 'Priority of fleet' });
    const question = page.getByRole('dialog', { name: 'Change the priority of all' });
    await priority.fill('9');
    await priority.press('Enter');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await priority.inputValue()).toBe('');
    await priority.fill('9');
    await priority.press('Enter');
    await question.getByText('Set the priority of all its channels to 9?').waitFor();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Updated', { exact: true }).waitFor();
    expect(await clusterOf('priority')).toEqual([9, 9]);

    const weight = fleet.getByRole('textbox', { name: 'Weight of fleet' });
    await weight.fill('');
    await weight.press('Enter');
    await page.getByText('Weight must be a non-negative integer!').waitFor();
    expect(await weight.inputValue()).toBe('2');

    await fleet.getByRole('button', { name: 'Disable all of fleet' }).click();
    await fleet.getByText('Disabled', { exact: true }).waitFor();
    expect(await clusterOf('status')).toEqual([2, 2]);
    await fleet.getByRole('button', { name: 'Enable all of fleet' }).click();
    await fleet.getByText('Enabled', { exact: true }).waitFor();
    expect(await clusterOf('status')).toEqual([1, 1]);
  }));

test('the tag panel overwrites what is filled in, says when nothing was, and dissolves a tag', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto('/channel?tag_mode=true');
    const edit = page.getByRole('button', { name: '编辑标签 fleet' });
    const form = page.getByRole('dialog', { name: '编辑标签' });
    const submit = form.getByRole('button', { name: '提交' });
    await edit.click();
    await form.getByText('所有编辑均为覆盖操作，留空则不更改').waitFor();
    await submit.click();
    await page.getByText('没有需要保存的修改').waitFor();
    const mapping = form.getByRole('textbox', { name: '模型映射' });
    await mapping.fill('{"a":');
    await submit.click();
    await form.getByText('模型映射必须是合法的 JSON 格式！').waitFor();
    await form.getByRole('button', { name: '清空映射' }).click();
    expect(await mapping.inputValue()).toBe('{}');
    const models = form.getByLabel('模型，留空则不更改：');
    await models.fill('gpt-4o-mini');
    await models.press('Enter');
    await submit.click();
    await page.getByText('标签更新成功').waitFor();
    expect(await clusterOf('models')).toEqual(['gpt-4o-mini', 'gpt-4o-mini']);
    expect(await clusterOf('priority')).toEqual([9, 9]);

    await edit.click();
    await form.getByRole('textbox', { name: '标签名（留空则移除标签）' }).fill('');
    await submit.click();
    await page.getByRole('row', { name: '标签：fleet' }).waitFor({ state: 'detached' });
    expect(await clusterOf('tag')).toEqual([null, null]);
  }));

function tagRow(page: Page) {
  return page.getByRole('row', { name: 'Tag: fleet' }).filter({ hasNotText: /^\d/ }).first();
}

/** A column of the two channels of the fleet. */
async function clusterOf(column: string): Promise<unknown[]> {
  const rows = await app.gateway.sql<Record<string, unknown>>(
    "SELECT * FROM channels WHERE name IN ('first', 'second') ORDER BY id",
  );
  return rows.map((row) => (column === 'priority' ? Number(row[column]) : row[column]));
}
