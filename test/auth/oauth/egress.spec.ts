import type { Management } from '../../setup/management.js';
import { Browser } from './browser.js';
import { startGateway, setOptions } from './start-gateway.js';
import { Loopback } from './loopback.js';

let gateway: Management;
let close: () => Promise<void>;
let inside: Loopback;

beforeAll(async () => {
  inside = await Loopback.start(() => ({ body: { success: true, message: '', data: 'open-1' } }));
  ({ gateway, close } = await startGateway(
    {
      EGRESS_ALLOW_PRIVATE: 'false',
      GITHUB_OAUTH_ADDRESS: inside.address,
      GITHUB_OAUTH_API_ADDRESS: inside.address,
    },
    {
      GitHubClientId: 'client-id',
      GitHubOAuthEnabled: 'true',
      'oidc.client_id': 'client-id',
      'oidc.client_secret': 'hush',
      'oidc.well_known': `${inside.address}/.well-known/openid-configuration`,
      'oidc.enabled': 'true',
      WeChatServerAddress: inside.address,
      WeChatAuthEnabled: 'true',
    },
  ));
});
afterAll(async () => {
  await close();
  await inside.close();
});

test('where private networks are out of bounds, nothing in them is asked, by number or by name', async () => {
  const { port } = new URL(inside.address);
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '169.254.169.254']) {
    const address = `http://${host}:${port}`;
    await setOptions(gateway, {
      'oidc.well_known': `${address}/.well-known/openid-configuration`,
      WeChatServerAddress: address,
    });
    expect((await new Browser(gateway).get('/api/oauth/state', { provider: 'oidc' })).body.message).toBe(
      '无法连接至 OIDC 服务器，请稍后重试！',
    );
    expect((await new Browser(gateway).get('/api/oauth/wechat', { code: 'code' })).body.message).toBe(
      '无法连接至微信验证服务器，请稍后重试！',
    );
  }
  expect(inside.requests).toEqual([]);
});

test('nor is GitHub at an address in there', async () => {
  const { body } = await new Browser(gateway).comeBack('github', 'code');
  expect(body.message).toBe('无法连接至 GitHub 服务器，请稍后重试！');
  expect(inside.requests).toEqual([]);
});
