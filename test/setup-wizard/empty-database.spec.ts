import request from 'supertest';
import { Management } from '../setup/management.js';

let house: Management;

beforeAll(async () => {
  process.env.SETUP_WIZARD = 'true';
  house = await Management.start();
  delete process.env.SETUP_WIZARD;
});
afterAll(() => house.close());

test('where the operator wants the wizard, an empty database gets no account of its own', async () => {
  expect(await house.sql('SELECT 1 FROM users')).toEqual([]);
  await expect(house.root()).rejects.toThrow('用户名或密码错误');
});

test('whoever sets up signs in with what they chose', async () => {
  const wish = {
    username: 'chief',
    password: 'password 1',
    confirmPassword: 'password 1',
    SelfUseModeEnabled: false,
    DemoSiteEnabled: false,
  };
  const answer = await request(house.app.getHttpServer()).post('/api/setup').send(wish);
  expect(answer.body).toMatchObject({ success: true });
  const chief = await house.signIn('chief', 'password 1');
  expect((await chief.get<{ role: number }>('/api/user/self')).data.role).toBe(100);
});
