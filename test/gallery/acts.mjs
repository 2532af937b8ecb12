/** Presses the first button, tab or menu entry of this name; both languages are named. */
export const press =
  (name, role = 'button') =>
  (page) =>
    page
      .getByRole(role, { name: new RegExp(`^(?:${name})`) })
      .first()
      .click();
export const choose = (name) => press(name, 'menuitem');
export const keys = (key) => (page) => page.keyboard.press(key);
/** The first rows, as many as they are, of a list with boxes to tick. */
export const tick = (count) => async (page) => {
  const boxes = page.getByRole('checkbox', { name: /^(?:选择 |Select (?!all))/ });
  await boxes.first().waitFor();
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
};
/** Phones have them behind a button. */
export const openParameters = async (page) => {
  if (page.viewportSize().width < 768) await press('显示参数|Show parameters')(page);
};
/** Cards have no columns to choose. */
export const chooseColumns = async (page) => {
  if (page.viewportSize().width >= 768) await press('列设置|Columns')(page);
};
export const fill = (name, words) => (page) =>
  page
    .getByLabel(new RegExp(`^(?:${name})`))
    .first()
    .fill(words);
export const type = (words) => (page) => page.keyboard.type(words);

/** Phones have the filters of a list behind a button. */
export const openFilters = async (page) => {
  if (page.viewportSize().width < 768) await press('筛选|Filters')(page);
};

/** Rows of phones have two lines, which a tap opens. */
export const openRow = (index) => async (page) => {
  if (page.viewportSize().width < 768) await page.locator('button[data-expander]').nth(index).click();
};
export const openFirstRow = openRow(0);
export const openScopes = async (page) => {
  const scopes = page.getByRole('combobox', { name: /^(?:用途|Scopes)/ });
  await scopes.scrollIntoViewIfNeeded();
  await scopes.click();
};
