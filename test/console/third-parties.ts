import { createHash, createHmac } from 'node:crypto';

/** Stands in for the script of Cloudflare: whoever clicks is a person. */
export const TURNSTILE = `window.turnstile = {
  render(place, { callback }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am human';
    button.onclick = () => callback('human ' + Math.random());
    place.append(button);
    return 'widget';
  },
  remove() {},
};`;

/** Stands in for Telegram's script: a button that goes where the page said, with what Telegram signed. */
export function telegramScript(botToken: string): string {
  const fields = { auth_date: String(Math.floor(Date.now() / 1000)), first_name: 'Grace', id: '77' };
  const text = Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');
  const secret = createHash('sha256').update(botToken).digest();
  const hash = createHmac('sha256', secret).update(text).digest('hex');
  const query = new URLSearchParams({ ...fields, hash }).toString();
  return `{
    const { dataset } = document.currentScript;
    const button = document.createElement('button');
    button.textContent = 'Log in with Telegram';
    button.onclick = () => { if (dataset.telegramLogin === 'gateway_bot') location.href = dataset.authUrl + (dataset.authUrl.includes('?') ? '&' : '?') + '${query}'; };
    document.currentScript.before(button);
  }`;
}
