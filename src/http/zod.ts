import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

// Gives every schema its `openapi` method. Schemas take `z` from here, so that it has run before the first is made.
extendZodWithOpenApi(z);

export { z };
