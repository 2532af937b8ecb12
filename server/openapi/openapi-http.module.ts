import { Module } from '@nestjs/common';
import { ApiDocument } from './api-document.js';
import { OpenApiController } from './openapi.controller.js';

@Module({ providers: [ApiDocument], controllers: [OpenApiController] })
export class OpenApiApi {}
