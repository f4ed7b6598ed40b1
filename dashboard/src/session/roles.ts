import { t } from '../messages/all.ts';

const scopes = ['read', 'write', 'admin', 'owner'] as const;

/** What an owner calls the scopes of keys. Each role includes the ones before it. */
export const roles = scopes.map((scope) => [scope, t(`role.${scope}`), t(`role.${scope}Allows`)] as const);
