/** What the form of a channel holds. */
export interface ChannelValues {
  type: number;
  name: string;
  key: string;
  /** Creates one channel per line of the key. */
  batch: boolean;
  baseUrl: string;
  other: string;
  organization: string;
  groups: string[];
  models: string[];
  mapping: string;
  tag: string;
  priority: number | string;
  weight: number | string;
  setting: string;
  override: string;
  testModel: string;
  autoBan: boolean;
  statusMapping: string;
}

export const NEW_CHANNEL: ChannelValues = {
  type: 1,
  name: '',
  key: '',
  batch: false,
  baseUrl: '',
  other: '',
  organization: '',
  groups: ['default'],
  models: [],
  mapping: '',
  tag: '',
  priority: 0,
  weight: 0,
  setting: '',
  override: '',
  testModel: '',
  autoBan: true,
  statusMapping: '',
};
