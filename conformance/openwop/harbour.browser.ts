// The demo of OpenWOP as `npm start` shows it: served with its demos, in a real Chromium.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServedOpenwop } from './served.ts';

let served: ServedOpenwop;
beforeAll(async () => {
  served = await ServedOpenwop.start('--demo');
});
afterAll(() => served?.stop());

it('leads a person through a clarification, an approval, one that its form cannot give, and back to the start', async () => {
  const waits = async (node: string) => {
    const { runs } = await served.call('/runs?workflowId=demo-harbour', undefined, 'demo');
    return runs[0]?.currentNodeId === node ? runs[0].extensions['vitrine.run'].session : undefined;
  };
  await expect.poll(() => waits('wish-1'), { timeout: 20_000 }).toBeDefined();
  const { page, noted } = await served.visit(await waits('wish-1'), { agent: 'demo' });
  await page.getByRole('heading', { name: 'Where may we moor you?' }).waitFor();
  await page.getByRole('button', { name: 'Ask for it' }).press('Enter');
  await page.locator('.field').getByText('Name the ship.').waitFor();
  await expect.poll(() => page.getByLabel('Ship').evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.getByLabel('Ship').fill('Ida');
  await page.getByRole('radio', { name: 'South quay' }).click();
  await page.getByRole('button', { name: 'Ask for it' }).click();
  await page.getByRole('heading', { name: 'May Ida moor at South quay?' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Remark').fill('Mind the tide');
  await page.getByRole('button', { name: 'Let it moor' }).click();
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await question.getByText(/content that is not trusted, and cannot approve this/).waitFor();
  await question.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Pay at once' }).click();
  await page.getByText(/^Not accepted\. What is shown for this approval is not trusted/).waitFor();
  expect(await waits('pilot-1')).toBeDefined();
  await page.getByRole('button', { name: '1 question waiting' }).click();
  await question.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Ida lies at South quay' }).waitFor();
  await page.getByText('The pilot was not paid.').waitFor();
  await page.getByRole('button', { name: 'Begin again' }).click();
  await page.getByRole('heading', { name: 'Where may we moor you?' }).waitFor();
  expect(await page.getByLabel('Ship').inputValue()).toBe('');
  expect(noted).toEqual([]);
});
