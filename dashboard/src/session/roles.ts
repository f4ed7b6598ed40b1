import type { ApiKey } from '../../../client/inventory-types.ts';
import { t } from '../messages/all.ts';
import type { Options } from '../ui/segmented-control.tsx';

type Scope = ApiKey['scope'];

/** What an owner calls the scopes of keys. Each role includes the ones before it. */
export const roles: Options<Scope> = [
  ['read', t('dialog.roleRead'), t('dialog.roleReadAllows')],
  ['write', t('dialog.roleWrite'), t('dialog.roleWriteAllows')],
  ['admin', t('dialog.roleAdmin'), t('dialog.roleAdminAllows')],
  ['owner', t('dialog.roleOwner'), t('dialog.roleOwnerAllows')],
];

export function roleName(scope: Scope): string {
  return roles.find(([known]) => known === scope)?.[1] ?? scope;
}
