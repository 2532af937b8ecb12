import { type Account, Console } from './console.js';

/** What administrators may do to others, and the explanations for the rest. */
let app: Console;
let helper: Account;

beforeAll(async () => {
  app = await Console.start();
  helper = await app.addUser('helper');
  await app.addUser('guest');
  await app.gateway.manage('POST', '/api/user/manage', { id: 2, action: 'promote' });
});

afterAll(() => app?.close());

test('an administrator sees why an action is not allowed', () =>
  app.visit({ as: helper }, async ({ page }) => {
    await page.goto('/user');
    const why = async (name: string, action: RegExp) => {
      const button = page.getByRole('row', { name }).getByRole('button', { name: action });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      // It can be reached to hear why; pressing it does nothing.
      await button.press('Enter');
      return (await button.getAttribute('aria-label'))?.split('. ')[1];
    };
    await page.getByRole('row', { name: 'guest' }).waitFor();
    expect(await why('root', /^Disable root/)).toBe('You cannot manage users of the same or a higher role');
    expect(await why('root', /^Edit user root/)).toBe('You cannot manage users of the same or a higher role');
    expect(await why('helper', /^Deactivate user helper/)).toBe('Not possible for your own account');
    expect(await why('guest', /^Promote guest/)).toBe('Only super administrators can promote users');
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    // Their own name is theirs to change, their quota is not.
    await page
      .getByRole('row', { name: 'helper' })
      .getByRole('button', { name: /^Edit user helper/ })
      .click();
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await form.getByRole('textbox', { name: 'Display name' }).fill('First helper');
    expect(await form.getByRole('textbox', { name: 'Remaining quota' }).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/user/edit');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('row', { name: 'First helper' }).waitFor();
  }));

test('the super admin cannot be taken down, others many at once, and a user is known by what is bound to them', async () => {
  await app.gateway.sql("UPDATE users SET email = 'guest@example.com', github_id = 'gh-7' WHERE id = 3");
  await app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    await page.goto('/user');
    const root = page.getByRole('row', { name: 'root' });
    for (const action of [/^Disable root/, /^Demote root/, /^Deactivate user root/])
      expect(await root.getByRole('button', { name: action }).getAttribute('aria-disabled')).toBe('true');

    const guest = page.getByRole('row', { name: 'guest' });
    await guest.getByRole('button', { name: 'Change the group of guest' }).click();
    await page.getByRole('menuitem', { name: 'vip', exact: true }).click();
    await page.getByText('guest is now in group vip').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select root' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Select helper' }).check();
    await page.getByRole('checkbox', { name: 'Select guest' }).check();
    await page.getByRole('button', { name: 'Bulk actions (2)' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const question = page.getByRole('dialog', { name: 'Disable the selected users?' });
    // One is refused: it is named, the other is done, and what failed can be tried again.
    let refusing = true;
    await page.route('**/api/user/manage', (route) =>
      refusing && String(route.request().postData()).includes('"id":2')
        ? route.fulfill({
            json: { success: false, message: '无权进行此操作，权限不足', code: 'role_too_low' },
          })
        : route.continue(),
    );
    visit.expect(/api\/user\/manage: 200 无权进行此操作/);
    await question.getByRole('button', { name: 'Disable' }).click();
    await question.getByText('1 of 2 done · 1 failed').waitFor();
    await question.getByRole('list', { name: 'Failed items' }).getByText('helper').waitFor();
    refusing = false;
    await question.getByRole('button', { name: 'Retry failed' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await app.gateway.sql('SELECT status, "group" FROM users WHERE id > 1 ORDER BY id')).toEqual([
      { status: 2, group: 'default' },
      { status: 2, group: 'vip' },
    ]);

    await page.goto('/user/edit/3');
    const bindings = page.getByRole('region', { name: 'The following cannot be changed' });
    await bindings.getByText('guest@example.com').waitFor();
    await bindings.getByText('gh-7').waitFor();
    expect(await bindings.getByRole('textbox').count()).toBe(0);
    expect(await bindings.getByText('Not bound').count()).toBe(4);
  });
});

test('passwords and names are held to their length, and a search by group starts at once', () =>
  app.visit({ as: Console.root, language: 'zh' }, async ({ page }) => {
    await page.goto('/user/add');
    const form = page.getByRole('dialog', { name: '添加用户' });
    await form.getByRole('textbox', { name: '用户名' }).fill('thirteen char');
    await form.getByLabel(/^密码/).fill('short');
    await form.getByRole('button', { name: '提交' }).click();
    await form.getByText('用户名最多 12 个字符').waitFor();
    await form.getByText('密码长度应为 8 到 20 个字符').waitFor();
    await page.goto('/user');
    await page.getByRole('combobox', { name: '分组' }).click();
    await page.getByRole('option', { name: 'vip', exact: true }).click();
    await page.getByRole('row', { name: 'root' }).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('?group=vip');
    await page.goto('/user?role=10');
    await page.getByRole('row', { name: 'helper' }).waitFor();
    expect(await page.getByRole('combobox', { name: '角色' }).inputValue()).toBe('管理员');
    await page.getByRole('row', { name: 'root' }).waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: '状态' }).click();
    await page.getByRole('option', { name: '已注销' }).click();
    await page.getByText('没有符合条件的结果').waitFor();
    expect(new URL(page.url()).search).toBe('?role=10&status=deleted');
  }));
