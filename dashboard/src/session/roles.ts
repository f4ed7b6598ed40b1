import { t } from '../messages/all.ts';

const scopes = ['read', 'write', 'admin', 'owner'] as const;

/**
 * The roles, which is what owners call the scopes of API keys. Each role includes the roles before
 * it.
 */
export const roles = scopes.map(
  (scope) => [scope, t(`role.${scope}`), t(`role.${scope}Allows`)] as const,
);

/** What a key may do, in words. A scope that only a later service knows is shown as it is. */
export function roleName(scope: string): string {
  const known = scopes.find((one) => one === scope);
  return known === undefined ? scope : t(`role.${known}`);
}
