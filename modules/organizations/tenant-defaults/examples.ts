import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import type { AllTenantDefaults, TenantDefaults } from "./schemas.ts";
import { allOf } from "./service.ts";

/** Example of the defaults of all types: those built in. */
export const exampleAllDefaults: AllTenantDefaults = allOf(DEFAULT_CONFIGURATION);

/** Example of the defaults of one type. */
export const exampleDefaults: TenantDefaults = exampleAllDefaults.education;
