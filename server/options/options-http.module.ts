import { Module } from '@nestjs/common';
import { OptionsController } from './options.controller.js';
import { OptionsModule } from './options.module.js';

@Module({ imports: [OptionsModule], controllers: [OptionsController] })
export class OptionsApi {}
