import { limits } from '../../../src/limits.ts';

/** Gives a service in a process of its own other limits: see `withLimits`. */
Object.assign(limits, JSON.parse(process.env['TEST_LIMITS'] ?? '{}'));
