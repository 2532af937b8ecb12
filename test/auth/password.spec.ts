import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { createApp } from '../../server/app.js';
import { freshWorld } from '../setup/world.js';

let app: NestFastifyApplication;

beforeAll(async () => {
  await freshWorld();
  app = await createApp();
});
afterAll(() => app.close());

test('root signs in with the first password and is told that everyone knows it', async () => {
  const answer = await request(app.getHttpServer())
    .post('/api/user/login')
    .send({ username: 'root', password: '123456' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    message: '',
    data: {
      id: 1,
      username: 'root',
      display_name: 'Root User',
      role: 100,
      status: 1,
      group: 'default',
      default_password: true,
    },
  });
});
