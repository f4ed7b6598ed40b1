import { t } from '../messages/all.ts';

/** Which reports are shown. What to order comes first: it is what a manager opens reports for. */
const tabs = ['order', 'sold', 'losses', 'all'] as const;
export type Tab = (typeof tabs)[number];

export const tabOptions = tabs.map((tab) => [tab, t('reports.tab', { tab })] as const);

/** The tab is in the URL, so that links lead to it and a reload keeps it. */
export function tabIn(hash: string): Tab {
  const show = new URLSearchParams(hash.split('?')[1]).get('show');
  return tabs.find((tab) => tab === show) ?? 'order';
}
