import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical, with the places. */
export async function barriers(page: Page, within = 'html'): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run('${within}', { resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${page.url()} ${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}

/** Waits until everything has moved to its place; a spinner turns for ever. */
async function still(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished))`);
}
