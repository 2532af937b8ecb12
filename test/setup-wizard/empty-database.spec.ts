import request from 'supertest';
import { Management } from '../setup/management.js';

let gateway: Management;

beforeAll(async () => {
  process.env.SETUP_WIZARD = 'true';
  gateway = await Management.start();
  delete process.env.SETUP_WIZARD;
});
afterAll(() => gateway.close());

test('where the operator wants the wizard, an empty database gets no account of its own', async () => {
  expect(await gateway.sql('SELECT 1 FROM users')).toEqual([]);
  await expect(gateway.root()).rejects.toThrow('用户名或密码错误');
});

test('whoever sets up signs in with what they chose', async () => {
  const wish = {
    username: 'chief',
    password: 'password 1',
    confirmPassword: 'password 1',
    SelfUseModeEnabled: false,
    DemoSiteEnabled: false,
  };
  const answer = await request(gateway.app.getHttpServer()).post('/api/setup').send(wish);
  expect(answer.body).toMatchObject({ success: true });
  const chief = await gateway.signIn('chief', 'password 1');
  expect((await chief.get<{ role: number }>('/api/user/self')).data.role).toBe(100);
});
