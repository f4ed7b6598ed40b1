import { t } from '../messages/all.ts';

const scopes = ['read', 'write', 'admin', 'owner'] as const;

/**
 * The roles, which is what owners call the scopes of API keys. Each role includes the roles before
 * it.
 */
export const roles = scopes.map(
  (scope) => [scope, t(`role.${scope}`), t(`role.${scope}Allows`)] as const,
);
